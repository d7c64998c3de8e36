"""The quiz that comes with the server: complete in both languages, true, and read like a teacher's own file."""

import struct

import pytest

from quizzes import storing
from quizzes.check import check
from quizzes.formats import read_bytes
from quizzes.models import Quiz

# The words the quiz came with.
VERBATIM = {
    "en": [
        "In an FP16 training recipe that keeps an FP32 master weight, why retain it?",
        "For many supported Tensor Core matrix operations, how are partial sums commonly accumulated?",
        "In FP32, which reduces rounding error compared with low-precision accumulation",
        "torch.amp.autocast and, for FP16 gradient scaling, torch.amp.GradScaler",
        "It has an exponent range like FP32, so very small gradients are less likely to underflow",
        "Selects operation dtypes so supported operations can use lower precision while others retain safer precision",
    ],
    "hi": [
        "मिश्रित परिशुद्धता प्रशिक्षण प्रश्नोत्तरी",
        "जैसे ही आप प्रश्नोत्तरी लेते हैं उत्तर और स्पष्टीकरण दिखाई देते हैं।",
        "छोटे वजन अपडेट में सटीकता बनाए रखने के लिए जिसे 16-बिट गोल कर सकता है",
        "FP16 प्रशिक्षण में हानि स्केलिंग किस समस्या का समाधान करती है?",
        "ग्रेडियंट शून्य पर आ रहे हैं क्योंकि FP16 की सीमा संकीर्ण है",
        "इसमें FP32 के समान विस्तृत घातांक सीमा है, जिससे हानि स्केलिंग की आवश्यकता कम हो जाती है",
    ],
}


@pytest.fixture(scope="module")
def sample():
    return read_bytes(storing.SAMPLE.read_bytes(), storing.SAMPLE.name)


def strings(draft):
    yield from [draft.title, draft.description]
    for question in draft.questions:
        yield question.text
        yield question.explanation
        for option in question.options:
            yield option.text
            yield option.explanation


def test_it_is_read_without_a_complaint(sample):
    assert sample.issues == []
    assert sample.languages == ["hi", "en"]
    assert [len(question.options) for question in sample.questions] == [4] * 8


def test_the_right_options_are_those_of_the_first_teacher(sample):
    letters = ["".join("ABCD"[n] for n, o in enumerate(q.options) if o.correct) for q in sample.questions]
    assert "".join(letters) == "ABCDABCD"


def test_every_string_is_there_in_both_languages(sample):
    assert all(set(one) == {"hi", "en"} and all(one.values()) for one in strings(sample))


@pytest.mark.parametrize("language", ["hi", "en"])
def test_the_words_it_came_with_are_kept(sample, language):
    there = {one[language] for one in strings(sample)}
    assert set(VERBATIM[language]) <= there


def test_what_it_says_of_numbers_is_true():
    def half(number):
        return struct.unpack("<e", struct.pack("<e", number))[0]

    assert half(1 + 2**-11) == 1.0 and half(1 + 2**-10) == 1 + 2**-10
    assert half(2**-24) == 2**-24 and half(2**-26) == 0
    assert pytest.approx(6e-5, rel=0.05) == 2**-14, "FP16's smallest normal number"
    assert pytest.approx(1e-38, rel=0.3) == 2.0**-126, "bfloat16's, as FP32's"


def test_the_right_terms_are_used_in_hindi(sample):
    hindi = " ".join(one["hi"] for one in strings(sample))
    assert all(word in hindi for word in ("परिशुद्धता", "सटीकता", "भार", "हानि स्केलिंग", "घातांक"))
    assert hindi.count("वजन") == 1, "only where the first teacher has it"


@pytest.mark.django_db
def test_an_owner_gets_it_once_and_it_can_be_thrown_away(ana):
    quiz = storing.load_sample(ana)
    frozen = storing.freeze(quiz, None)
    assert {one.code for one in check(frozen)} == {"right_is_longest", "key_pattern"}
    assert {one.code for one in check(frozen, shuffled=True)} == {"right_is_longest"}
    assert storing.load_sample(ana) is None and Quiz.objects.count() == 1
