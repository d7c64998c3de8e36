"""From pasted text to a quiz: see what was understood, say what is right, save."""

import base64

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from quizzes.models import Quiz

TEXT = """1. Which number is prime?
A) 21
B) 23 *
C) 27

2. Which number is even?
A) 3
B) 4
"""


def paste(desk, text=TEXT, **more):
    return desk.post(reverse("quiz_import"), {"text": text, **more})


def save(desk, preview, **answers):
    hidden = {"data": preview.context["data"], "name": preview.context["name"]}
    return desk.post(reverse("quiz_import_save"), {**hidden, **answers})


def key(quiz):
    return [[option.correct for option in question.options.all()] for question in quiz.questions.all()]


def test_the_preview_shows_every_line_and_asks_only_for_the_missing_answer(desk):
    page = paste(desk).content.decode()
    assert "Which number is prime?" in page and "1 has no right answer marked" in page
    assert page.count('name="answer_1"') == 2 and 'name="answer_0"' not in page
    assert page.count("<tr") == 1 + len(TEXT.splitlines())
    assert not Quiz.objects.exists()


def test_saving_applies_the_answers_that_were_asked_for(desk, ana):
    answer = save(desk, paste(desk), answer_1="1", title="Numbers", language="en")
    quiz = Quiz.objects.get()
    assert answer["Location"] == reverse("quiz", args=[quiz.pk])
    assert quiz.owner == ana and str(quiz) == "Numbers"
    assert key(quiz) == [[False, True, False], [False, True]]


def test_what_the_file_marks_cannot_be_overruled_by_the_form(desk):
    save(desk, paste(desk), answer_0="0", answer_1="1")
    assert key(Quiz.objects.get())[0] == [False, True, False]


def test_a_missing_answer_is_asked_for_again_and_never_guessed(desk):
    page = save(desk, paste(desk), title="Numbers")
    assert "still missing" in page.content.decode() and not Quiz.objects.exists()
    save(desk, page, later="yes")
    assert key(Quiz.objects.get())[1] == [False, False]


def test_answers_already_given_are_kept_when_others_are_missing(desk):
    text = TEXT + "\n3. Which number is odd?\nA) 2\nB) 5\n"
    page = save(desk, paste(desk, text), answer_1="1", title="Mine").content.decode()
    assert "still missing" in page and 'value="Mine"' in page
    assert 'name="answer_1" value="1" checked' in page


def test_the_teacher_corrects_the_language(desk):
    save(desk, paste(desk), answer_1="1", language="de", title="Zahlen")
    quiz = Quiz.objects.get()
    assert quiz.languages == ["de"] and quiz.title == {"de": "Zahlen"}
    assert quiz.questions.first().text == {"de": "Which number is prime?"}


def test_a_file_is_read_as_the_paste_is(desk):
    file = SimpleUploadedFile("numbers.txt", TEXT.encode())
    preview = desk.post(reverse("quiz_import"), {"text": "", "file": file})
    assert base64.b64decode(preview.context["data"]) == TEXT.encode()
    save(desk, preview, answer_1="0")
    assert key(Quiz.objects.get())[1] == [True, False]


@pytest.mark.parametrize(
    ("text", "sentence"), [("  \n", "Paste some questions"), ("Dear class,\n", "No numbered question")]
)
def test_nothing_to_read_says_so_and_keeps_the_text(desk, text, sentence):
    page = paste(desk, text).content.decode()
    assert sentence in page and text.strip() in page


def test_too_large_a_file_is_refused(desk):
    file = SimpleUploadedFile("numbers.txt", b"x" * (1024 * 1024 + 1))
    assert "too large" in desk.post(reverse("quiz_import"), {"file": file}).content.decode()


@pytest.mark.parametrize("data", ["%%%", "", "AAAA"])
def test_a_broken_form_saves_nothing(desk, data):
    desk.post(reverse("quiz_import_save"), {"data": data, "title": "x"})
    assert not Quiz.objects.exists()


def test_the_text_that_is_exported_is_read_back_the_same(desk, quiz):
    exported = desk.get(reverse("quiz_export", args=[quiz.pk]))
    assert exported["Content-Disposition"] == 'attachment; filename="numbers.txt"'
    file = SimpleUploadedFile("numbers.txt", exported.content)
    save(desk, desk.post(reverse("quiz_import"), {"file": file}))
    copy = Quiz.objects.exclude(pk=quiz.pk).get()
    assert key(copy) == key(quiz)
    assert [q.text["en"] for q in copy.questions.all()] == ["Which is prime?", "Which is even?"]


def test_dan_cannot_export_the_quiz_of_ana(dans_desk, quiz):
    assert dans_desk.get(reverse("quiz_export", args=[quiz.pk])).status_code == 404
