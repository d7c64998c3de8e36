"""What spoils a quiz is found before class."""

import pytest

from quizzes import check_messages
from quizzes.check import check
from quizzes.frozen import FrozenOption, FrozenQuestion, FrozenQuiz, Text


def texts(*sources, languages=("en",)):
    return {language: Text(language, source, source) for language, source in zip(languages, sources, strict=False)}


STEMS = [
    "Where do rivers end",
    "Which metal is liquid",
    "Who wrote that play",
    "When did the war stop",
    "Why is grass so green",
]


def question(stem="Where do rivers end", options=("in seas", "in hills", "in skies"), right=((0,),), **more):
    return FrozenQuestion(
        more.pop("kind", "single"), texts(stem), tuple(FrozenOption(texts(one)) for one in options), right, **more
    )


def codes(*questions, languages=("en",), **more):
    return [one.code for one in check(FrozenQuiz(texts("Quiz"), languages, questions), **more)]


def test_a_sound_quiz_has_no_findings():
    assert codes(*(question(stem, right=((place % 2,),)) for place, stem in enumerate(STEMS[:3]))) == []


def test_an_empty_quiz_says_so():
    assert codes() == ["no_questions"]


@pytest.mark.parametrize(
    ("one", "code"),
    [
        (question(right=()), "no_key"),
        (question(options=("in seas",)), "few_options"),
        (question(kind="truefalse"), "not_true_false"),
        (question(stem="x" * 301), "long_question"),
        (question(options=("in seas", "y" * 141)), "long_option"),
        (question(options=("in seas", "In  Seas", "in hills")), "same_options"),
    ],
)
def test_a_spoiled_question_is_found(one, code):
    assert code in codes(one)


def test_devanagari_marks_take_no_room():
    assert codes(question(stem="हि" * 160)) == []


def test_a_string_missing_in_one_language_is_named():
    one = FrozenQuestion(
        "single",
        texts("Where", "कहाँ", languages=("en", "hi")),
        (FrozenOption(texts("sea", "समुद्र", languages=("en", "hi")), texts("why")), FrozenOption(texts("hill"))),
        ((0,),),
        texts("because"),
    )
    assert codes(one, languages=("en", "hi")) == ["missing_explanation", "missing_why", "missing_option"]


def test_the_right_option_being_the_longest_every_time_is_found():
    giveaway = [question(stem, options=("the long and careful one", "no", "or")) for stem in STEMS]
    assert "right_is_longest" in codes(*giveaway, shuffled=True)
    assert "right_is_longest" not in codes(*giveaway[:3], shuffled=True), "three may be chance"


@pytest.mark.parametrize(
    ("key", "code"),
    [([0, 0, 0, 0], "same_letter"), ([0, 1, 0, 1], "key_pattern"), ([0, 1, 2, 0, 1], None), ([0, 1, 2, 2], None)],
)
def test_a_key_that_forms_a_pattern_is_found_unless_it_is_shuffled(key, code):
    asked = [question(stem, right=((place,),)) for stem, place in zip(STEMS, key, strict=False)]
    found = set(codes(*asked)) & {"same_letter", "key_pattern"}
    assert found == ({code} if code else set())
    assert not set(codes(*asked, shuffled=True)) & {"same_letter", "key_pattern"}


def test_nearly_the_same_question_twice_is_found():
    assert codes(question("Where do all the big rivers end"), question("Where do all the big rivers end?")) == [
        "near_duplicate"
    ]


def test_an_option_that_speaks_of_the_others_does_not_go_with_shuffling():
    one = question(options=("in seas", "in lakes", "all of the above"))
    assert codes(one, shuffled=True) == ["refers_to_order"] and codes(one) == []


def test_every_finding_has_a_sentence():
    spoiled = [
        question(right=()), question(kind="truefalse", right=((0,), (1,))), question(stem="x" * 900),
        question(options=("in seas", "y" * 141)), question(options=("in seas", "in seas")), question(options=("x",)),
        question(options=("all of the above", "b")),
    ]  # fmt: skip
    quiz = FrozenQuiz(texts("Quiz"), ("en", "hi"), tuple(spoiled))
    for finding in check(quiz, shuffled=True) + check(quiz):
        said = check_messages.sentence(finding)
        assert said and "%" not in said
    assert set(check_messages._sentences()) >= {one.code for one in check(quiz)}
