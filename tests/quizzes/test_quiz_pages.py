"""Quizzes at the desk: what Ana can do, and what Dan cannot."""

import pytest
from django.urls import reverse

from quizzes import urls
from quizzes.models import Quiz

from .test_question_pages import made_from


def address(name, *args):
    return reverse(name, args=args)


def arguments(pattern):
    return {"pk": 1, "question": 1, "token": "x"}.keys() & pattern.pattern.converters.keys()


@pytest.mark.parametrize("pattern", urls.urlpatterns, ids=lambda pattern: pattern.name)
def test_every_page_asks_for_a_sign_in(client, db, pattern):
    values = {name: "x" if name == "token" else 1 for name in arguments(pattern)}
    for answer in (client.get(reverse(pattern.name, kwargs=values)), client.post(reverse(pattern.name, kwargs=values))):
        assert answer.status_code == 302 and answer["Location"].startswith(reverse("login"))


@pytest.mark.parametrize(
    "name",
    [p.name for p in urls.urlpatterns if "pk" in p.pattern.converters and "question" not in p.pattern.converters],
)
def test_a_quiz_of_ana_does_not_exist_for_dan(dans_desk, quiz, name):
    assert dans_desk.post(address(name, quiz.pk)).status_code in (404, 405)
    assert dans_desk.get(address(name, quiz.pk)).status_code in (404, 405)
    quiz.refresh_from_db()
    assert quiz.deleted_at is None and quiz.practice_key == "" and Quiz.objects.count() == 1


def test_dan_does_not_see_it_in_his_list(dans_desk, desk, quiz):
    assert "Numbers" in desk.get(address("desk")).content.decode()
    assert "Numbers" not in dans_desk.get(address("desk")).content.decode()


def test_the_page_shows_every_question_in_both_languages(desk, quiz):
    page = desk.get(address("quiz", quiz.pk)).content.decode()
    for text in ("Which is prime?", "अभाज्य कौन है?", "<strong>23</strong>", "२३", "Two divisors.", "45 s", "2 points"):
        assert text in page


def test_a_new_quiz_needs_a_title_and_keeps_what_was_typed(desk):
    typed = {"language_1": "hi", "language_2": "en", "title_1": "", "title_2": "Numbers", "description_1": "अंक"}
    page = desk.post(address("quiz_new"), typed).content.decode()
    assert "Numbers" in page and "अंक" in page and not Quiz.objects.exists()
    desk.post(address("quiz_new"), {**typed, "title_1": "संख्याएँ"})
    quiz = Quiz.objects.get()
    assert quiz.languages == ["hi", "en"] and quiz.title == {"hi": "संख्याएँ", "en": "Numbers"}


def test_the_second_language_is_another_one(desk, quiz):
    typed = {"language_1": "en", "language_2": "en", "title_1": "Numbers"}
    assert "another language" in desk.post(address("quiz_edit", quiz.pk), typed).content.decode()


def edited(desk, quiz, first, second):
    typed = {
        "language_1": first,
        "language_2": second,
        "title_1": "Numbers",
        "title_2": "संख्याएँ",
        "description_1": "Primes.",
        "description_2": "",
    }
    desk.post(address("quiz_edit", quiz.pk), typed | made_from(desk.get(address("quiz_edit", quiz.pk))))
    quiz.refresh_from_db()
    return quiz


def test_what_another_window_saved_meanwhile_is_shown_before_it_is_replaced(desk, quiz):
    mine = made_from(desk.get(address("quiz_edit", quiz.pk)))
    edited(desk, quiz, "en", "")
    typed = {"language_1": "en", "language_2": "hi", "title_1": "Primes", "title_2": "अभाज्य"}
    answer = desk.post(address("quiz_edit", quiz.pk), typed | mine)
    page = answer.content.decode()
    assert "This quiz was changed meanwhile in another window." in page and 'value="Primes"' in page
    quiz.refresh_from_db()
    assert quiz.languages == ["en"] and quiz.title["en"] == "Numbers"
    desk.post(address("quiz_edit", quiz.pk), typed | made_from(answer))
    quiz.refresh_from_db()
    assert quiz.languages == ["en", "hi"] and quiz.title == {"en": "Primes", "hi": "अभाज्य"}


def test_swapping_the_languages_swaps_the_titles_nobody_touched(desk, quiz):
    edited(desk, quiz, "hi", "en")
    assert quiz.languages == ["hi", "en"]
    assert quiz.title == {"hi": "संख्याएँ", "en": "Numbers"} and str(quiz) == "संख्याएँ"


def test_a_wrong_label_of_a_language_moves_every_text(desk, quiz):
    edited(desk, quiz, "en", "mr")
    assert quiz.title == {"en": "Numbers", "mr": "संख्याएँ"}
    question = quiz.questions.first()
    assert question.text == {"en": "Which is prime?", "mr": "अभाज्य कौन है?"}
    assert question.options.first().text == {"en": "21", "mr": "२१"}


def test_texts_of_a_dropped_language_come_back_with_it(desk, quiz):
    edited(desk, quiz, "en", "")
    assert "अभाज्य" not in desk.get(address("quiz", quiz.pk)).content.decode()
    edited(desk, quiz, "en", "hi")
    assert "अभाज्य" in desk.get(address("quiz", quiz.pk)).content.decode()


def test_a_duplicate_is_whole_and_not_shared(desk, quiz):
    quiz.practice_key = "secret"
    quiz.save()
    desk.post(address("quiz_duplicate", quiz.pk))
    copy = Quiz.objects.exclude(pk=quiz.pk).get()
    assert copy.title["en"] == "Numbers (copy)" and copy.practice_key == "" and copy.owner == quiz.owner
    assert [q.text for q in copy.questions.all()] == [q.text for q in quiz.questions.all()]
    assert [o.correct for o in copy.questions.first().options.all()] == [False, True]
    assert quiz.questions.count() == 2


def test_a_deleted_quiz_comes_back_even_after_a_reload(desk, quiz):
    desk.post(address("quiz_delete", quiz.pk))
    assert desk.get(address("quiz", quiz.pk)).status_code == 404
    desk.get(address("desk"))
    page = desk.get(address("desk")).content.decode()  # the offer is still there the second time
    assert "Deleted:" in page and address("quiz_restore", quiz.pk) in page
    desk.post(address("quiz_restore", quiz.pk))
    assert desk.get(address("quiz", quiz.pk)).status_code == 200
    assert "Deleted:" not in desk.get(address("desk")).content.decode()


def test_sharing_makes_a_new_secret_address_each_time(desk, quiz):
    keys = []
    for shared in ("yes", "no", "yes"):
        desk.post(address("quiz_share", quiz.pk), {"shared": shared})
        quiz.refresh_from_db()
        keys.append(quiz.practice_key)
    assert keys[1] == "" and keys[0] != keys[2] and len(keys[0]) >= 16


def test_the_practice_address_is_one_that_a_phone_can_open(desk, quiz, monkeypatch):
    monkeypatch.setattr("classroom.addresses.candidates", lambda: ["192.168.1.7"])
    desk.post(address("quiz_share", quiz.pk), {"shared": "yes"})
    quiz.refresh_from_db()
    page = desk.get(address("quiz", quiz.pk), headers={"host": "localhost:8000"}).content.decode()
    assert f'href="http://192.168.1.7:8000/practice/{quiz.practice_key}/"' in page


def test_what_the_check_finds_stands_beside_its_question(desk, quiz):
    second = quiz.questions.last()
    second.text = {"en": "Which is even?"}
    second.save()
    page = desk.get(address("quiz", quiz.pk)).content.decode()
    cards = page.split("<article")
    assert "The question is missing in" in cards[2] and "The question is missing in" not in cards[1]
    assert 'href="#remarks-2"' in cards[0] and 'id="remarks-2"' in cards[2]


def test_a_question_without_a_right_answer_is_marked(desk, quiz):
    assert "no right answer yet" not in desk.get(address("quiz", quiz.pk)).content.decode()
    quiz.questions.first().options.update(correct=False)
    assert "no right answer yet" in desk.get(address("quiz", quiz.pk)).content.decode()


def test_what_changes_something_is_refused_by_get(desk, quiz):
    for name in ("quiz_delete", "quiz_duplicate", "quiz_share", "quiz_restore"):
        assert desk.get(address(name, quiz.pk)).status_code == 405
