"""Writing questions: saving, refusing without losing anything, ordering, undo, pictures."""

import io
import re
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from PIL import Image

from quizzes.models import Question

GOOD = {
    "kind": "single",
    "time_limit": "20",
    "points": "3",
    "rows": "4",
    "text_en": "What is $2^3$?",
    "text_hi": "$2^3$ क्या है?",
    "option_0_text_en": "6",
    "option_1_text_en": "8",
    "option_1_correct": "on",
    "option_1_explanation_en": "2 · 2 · 2",
    "option_3_text_en": "9",
    "explanation_hi": "तीन बार",
}


def write(desk, quiz, typed, question=None, **more):
    """Post the form as a browser does: with what its page was made from, unless ``more`` says something else."""
    if question is None:
        return desk.post(reverse("question_new", args=[quiz.pk]), {**typed, **more})
    address = reverse("question_edit", args=[quiz.pk, question.pk])
    return desk.post(address, {**typed, **made_from(desk.get(address)), **more})


def made_from(page):
    """The hidden fields of a page that say what its form was made from."""
    return dict(re.findall(r'name="(made_from|seen)" value="(\w*)"', page.content.decode()))


def texts(quiz):
    return [question.text["en"] for question in quiz.questions.all()]


def test_a_question_is_saved_with_its_options_in_order(desk, quiz):
    write(desk, quiz, GOOD)
    question = quiz.questions.last()
    assert question.text == {"en": "What is $2^3$?", "hi": "$2^3$ क्या है?"}
    assert (question.time_limit, question.points, question.explanation) == (20, 3, {"hi": "तीन बार"})
    options = [(o.text["en"], o.correct, o.explanation) for o in question.options.all()]
    assert options == [("6", False, {}), ("8", True, {"en": "2 · 2 · 2"}), ("9", False, {})]


def test_editing_replaces_and_keeps_the_place(desk, quiz):
    first = quiz.questions.first()
    write(desk, quiz, {**GOOD, "time_limit": ""}, first)
    assert texts(quiz) == ["What is $2^3$?", "Which is even?"]
    first.refresh_from_db()
    assert first.time_limit is None and first.options.count() == 3


def test_texts_in_a_language_that_the_quiz_has_dropped_are_kept(desk, quiz):
    quiz.languages = ["en"]
    quiz.save()
    first = quiz.questions.first()
    typed = {"kind": "single", "rows": "3", "time_limit": "30", "points": "1", "text_en": "Which one?",
             "option_0_text_en": "20", "option_1_text_en": "23", "option_1_correct": "on"}  # fmt: skip
    write(desk, quiz, typed, first)
    first.refresh_from_db()
    assert first.text == {"en": "Which one?", "hi": "अभाज्य कौन है?"}
    assert [one.text for one in first.options.all()] == [{"en": "20", "hi": "२१"}, {"en": "23", "hi": "२३"}]
    write(desk, quiz, {**typed, "option_2_text_en": "29"}, first)
    assert [one.text for one in first.options.all()] == [{"en": "20"}, {"en": "23"}, {"en": "29"}], "whose they were?"


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"option_1_correct": ""}, "Mark the right answer."),
        ({"text_en": "", "text_hi": ""}, "Write the question."),
        ({"option_0_text_en": "", "option_3_text_en": ""}, "Write at least two options."),
        ({"option_2_correct": "on"}, "has no text"),
        ({"kind": "truefalse"}, "exactly two options"),
        ({"kind": "riddle"}, "valid choice"),
        ({"points": "many"}, "whole number"),
        ({"time_limit": "1"}, "greater than or equal to 5"),
    ],
)
def test_a_mistake_is_named_and_nothing_that_was_typed_is_lost(desk, quiz, change, sentence):
    typed = {name: value for name, value in {**GOOD, **change}.items() if value or not name.endswith("correct")}
    page = write(desk, quiz, typed).content.decode()
    assert sentence in page and "Everything you typed is still here" in page
    for value in ("2 · 2 · 2", "तीन बार", typed["option_1_text_en"]):
        assert value in page
    assert quiz.questions.count() == 2


def test_true_or_false_fills_in_the_two_words(desk, quiz):
    typed = {"kind": "truefalse", "points": "1", "rows": "4", "text_en": "23 is prime.", "option_0_correct": "on"}
    write(desk, quiz, typed)
    options = quiz.questions.last().options.all()
    assert [(o.text["en"], o.correct) for o in options] == [("True", True), ("False", False)]


def test_more_options_keeps_what_was_typed_and_complains_of_nothing(desk, quiz):
    page = write(desk, quiz, {**GOOD, "text_en": ""}, action="more").content.decode()
    assert 'name="option_5_text_en"' in page and "2 · 2 · 2" in page and "Not saved yet" not in page
    assert 'name="option_10_text_en"' not in write(desk, quiz, GOOD, action="more", rows="10").content.decode()
    assert quiz.questions.count() == 2


def test_the_preview_is_drawn_as_the_phone_will_show_it(desk, quiz):
    html = desk.post(reverse("question_preview", args=[quiz.pk]), GOOD).content.decode()
    assert "<msup>" in html and "क्या है?" in html and "✓" in html and "<html" not in html
    assert "<msup>" in write(desk, quiz, GOOD, action="preview").content.decode()
    assert quiz.questions.count() == 2


def test_the_preview_obeys_no_html(desk, quiz):
    html = desk.post(reverse("question_preview", args=[quiz.pk]), {**GOOD, "text_en": "<script>x</script>"})
    assert "<script" not in html.content.decode()


def test_what_another_window_saved_meanwhile_is_not_lost_without_a_word(desk, quiz):
    question = quiz.questions.first()
    mine = made_from(desk.get(reverse("question_edit", args=[quiz.pk, question.pk])))
    write(desk, quiz, {**GOOD, "text_en": "Written elsewhere"}, question)
    assert texts(quiz)[0] == "Written elsewhere"

    answer = write(desk, quiz, {**GOOD, "text_en": "Written here"}, question, **mine)
    page = answer.content.decode()
    assert texts(quiz)[0] == "Written elsewhere"
    assert "changed meanwhile in another window" in page
    assert "Written here</textarea>" in page  # what was typed, in its field
    assert "<p>Written elsewhere</p>" in page and "<p>Written here</p>" in page  # and both as the phone shows them

    again = made_from(answer)
    for action in ("more", "preview"):  # the notice stays until it is saved
        answer = write(desk, quiz, {**GOOD, "text_en": "Written here"}, question, **again, action=action)
        assert "changed meanwhile in another window" in answer.content.decode()
        assert made_from(answer) == again
    write(desk, quiz, {**GOOD, "text_en": "Written here"}, question, **again)
    assert texts(quiz)[0] == "Written here"


def test_saving_over_what_was_seen_does_not_overwrite_what_came_after(desk, quiz):
    question = quiz.questions.first()
    mine = made_from(desk.get(reverse("question_edit", args=[quiz.pk, question.pk])))
    write(desk, quiz, {**GOOD, "text_en": "Second"}, question)
    again = made_from(write(desk, quiz, GOOD, question, **mine))
    write(desk, quiz, {**GOOD, "text_en": "Third"}, question)
    assert "changed meanwhile" in write(desk, quiz, GOOD, question, **again).content.decode()
    assert texts(quiz)[0] == "Third"


def test_a_form_that_does_not_say_what_it_was_made_from_overwrites_nothing(desk, quiz):
    answer = write(desk, quiz, GOOD, quiz.questions.first(), made_from="")
    assert "changed meanwhile" in answer.content.decode() and texts(quiz)[0] == "Which is prime?"


def test_what_changes_no_text_of_the_question_is_no_change(desk, quiz):
    first, second = quiz.questions.all()
    mine = made_from(desk.get(reverse("question_edit", args=[quiz.pk, first.pk])))
    write(desk, quiz, GOOD, second)
    desk.post(reverse("question_move", args=[quiz.pk, first.pk]), {"direction": "down"})
    write(desk, quiz, {**GOOD, "text_en": "Mine"}, first, **mine)
    assert texts(quiz) == ["What is $2^3$?", "Mine"]  # and it stays where it was moved to


def test_questions_move_up_and_down_and_stop_at_the_ends(desk, quiz):
    second = quiz.questions.last()
    move = reverse("question_move", args=[quiz.pk, second.pk])
    answer = desk.post(move, {"direction": "up"})
    assert texts(quiz) == ["Which is even?", "Which is prime?"]
    assert answer["Location"].endswith(f"#question-{second.pk}")
    desk.post(move, {"direction": "up"})
    assert texts(quiz) == ["Which is even?", "Which is prime?"]
    desk.post(move, {"direction": "down"})
    assert texts(quiz) == ["Which is prime?", "Which is even?"]


def test_a_duplicate_stands_right_behind(desk, quiz):
    desk.post(reverse("question_duplicate", args=[quiz.pk, quiz.questions.first().pk]))
    assert texts(quiz) == ["Which is prime?", "Which is prime?", "Which is even?"]


def test_a_deleted_question_comes_back_to_its_place_once(desk, quiz):
    desk.post(reverse("question_delete", args=[quiz.pk, quiz.questions.first().pk]))
    assert texts(quiz) == ["Which is even?"]
    for _ in range(2):  # a reload keeps the offer
        page = desk.get(reverse("quiz", args=[quiz.pk])).content.decode()
    address = page.split('action="/desk/quizzes/undo/')[1].split('"')[0]
    desk.post(f"/desk/quizzes/undo/{address}")
    assert texts(quiz) == ["Which is prime?", "Which is even?"]
    assert [o.correct for o in quiz.questions.first().options.all()] == [False, True]
    desk.post(f"/desk/quizzes/undo/{address}")
    assert quiz.questions.count() == 2


def test_dan_cannot_touch_a_question(dans_desk, quiz):
    question = quiz.questions.first()
    for name in ("question_edit", "question_move", "question_duplicate", "question_delete"):
        assert dans_desk.post(reverse(name, args=[quiz.pk, question.pk]), GOOD).status_code == 404
    assert texts(quiz) == ["Which is prime?", "Which is even?"]


def test_a_question_is_reached_through_its_own_quiz_only(desk, quiz, ana):
    other = type(quiz).objects.create(owner=ana, title={"en": "Other"}, languages=["en"])
    assert desk.get(reverse("question_edit", args=[other.pk, quiz.questions.first().pk])).status_code == 404


def picture(width=40, height=30, kind="PNG", name="graph.png", mode="RGB", **more):
    out = io.BytesIO()
    Image.new(mode, (width, height), 1).save(out, kind, **more)
    return SimpleUploadedFile(name, out.getvalue())


def test_a_picture_is_made_anew_small_and_named_by_its_content(desk, quiz, settings):
    exif = Image.Exif()
    exif[0x010F] = "Secret Camera"
    write(desk, quiz, {**GOOD, "image_alt_en": "A red square", "image": picture(3200, 100, "JPEG", exif=exif)})
    name = quiz.questions.last().image.name
    stored = Path(settings.MEDIA_ROOT, name)
    assert name.startswith("images/") and name.endswith(".jpg") and b"Secret" not in stored.read_bytes()
    with Image.open(stored) as image:
        assert image.size == (1600, 50)
    write(desk, quiz, {**GOOD, "image_alt_en": "Again", "image": picture(3200, 100, "JPEG", exif=exif)})
    assert quiz.questions.last().image.name == name


MODES = {"PNG": "RGB L P RGBA LA 1", "JPEG": "RGB L CMYK 1", "WEBP": "RGB RGBA L P", "GIF": "RGB L P RGBA 1"}


@pytest.mark.parametrize(("kind", "mode"), [(kind, mode) for kind in MODES for mode in MODES[kind].split()])
def test_every_mode_of_a_picture_is_taken(desk, quiz, kind, mode):
    write(desk, quiz, {**GOOD, "image_alt_en": "A red square", "image": picture(kind=kind, mode=mode)})
    assert quiz.questions.last().image.name.endswith((".png", ".jpg", ".webp"))


SVG = SimpleUploadedFile("a.svg", b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')


@pytest.mark.parametrize(
    ("upload", "sentence"),
    [
        (lambda: SVG, "not a picture we can show"),
        (lambda: SimpleUploadedFile("a.png", b"\x89PNG\r\n\x1a\n" + b"x" * 90), "not a picture|cannot be read"),
        (lambda: SimpleUploadedFile("a.png", b"x" * (2 * 1024 * 1024 + 1)), "larger than 2 MB"),
        (lambda: picture(7000, 6000, mode="1"), "too many pixels"),
        (lambda: picture(kind="BMP"), "not a picture we can show"),
    ],
)
def test_other_files_are_refused_and_the_text_is_kept(desk, quiz, upload, sentence):
    SVG.seek(0)
    page = write(desk, quiz, {**GOOD, "image_alt_en": "A graph", "image": upload()}).content.decode()
    assert any(words in page for words in sentence.split("|")) and "2 · 2 · 2" in page
    assert quiz.questions.count() == 2


def test_a_picture_needs_words_and_survives_the_mistake(desk, quiz):
    answer = write(desk, quiz, {**GOOD, "image": picture()})
    assert "Say what the picture shows" in answer.content.decode()
    kept = answer.context["form"]["image_kept"].value()
    write(desk, quiz, {**GOOD, "image_kept": kept, "image_alt_en": "A red square"})
    question = quiz.questions.last()
    assert question.image.name.endswith(".png") and question.image_alt == {"en": "A red square"}
    write(desk, quiz, {**GOOD, "image_kept": kept, "image_remove": "on"}, question)
    assert Question.objects.get(pk=question.pk).image.name == ""


def test_nobody_can_name_a_file_of_the_server_as_picture(desk, quiz):
    write(desk, quiz, {**GOOD, "image_kept": "../secret_key", "image_alt_en": "x"})
    assert quiz.questions.last().image.name == ""
