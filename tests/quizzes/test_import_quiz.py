"""The command import_quiz: what a file is understood as, and saving it."""

import io
import json

import pytest
from django.core.management import CommandError, call_command

from quizzes.models import Quiz

from .formats.test_plain import SEED


def run(*arguments):
    out, err = io.StringIO(), io.StringIO()
    call_command("import_quiz", *map(str, arguments), stdout=out, stderr=err)
    return out.getvalue(), err.getvalue()


def test_json_says_what_was_understood():
    said = json.loads(run(SEED, "--json")[0])
    assert (said["format"], said["encoding"], said["languages"]) == ("plain", "utf-8", ["hi"])
    assert [len(one["options"]) for one in said["questions"]] == [4] * 8
    assert all(one["missing_answer"] and one["kind"] == "single" for one in said["questions"])
    assert not any(option["correct"] for one in said["questions"] for option in one["options"])
    assert [(one["line"], one["code"]) for one in said["issues"]][:2] == [(5, "missing_answer"), (10, "missing_answer")]


def test_without_json_it_is_for_people():
    out, _ = run(SEED)
    assert out.startswith("plain, utf-8: 8 questions") and "line 5: warning: No right answer is marked." in out


@pytest.mark.django_db
def test_saving_tells_what_is_still_missing(ana):
    _, err = run(SEED, "--save", ana.get_username())
    quiz = Quiz.objects.get()
    assert quiz.owner == ana and quiz.questions.count() == 8
    assert err.strip() == f"Saved as quiz {quiz.pk}. 8 right answers are missing."


@pytest.mark.django_db
def test_a_dry_run_saves_nothing(ana):
    assert "8 questions" in run(SEED, "--dry-run", "--save", ana.get_username())[0]
    assert not Quiz.objects.exists()


def test_what_cannot_be_read_is_one_clear_line(tmp_path):
    with pytest.raises(CommandError, match="No such file"):
        run(tmp_path / "nothing.txt")
    (tmp_path / "letter.txt").write_text("Dear class,\n")
    with pytest.raises(CommandError, match="No question"):
        run(tmp_path / "letter.txt")


@pytest.mark.django_db
def test_an_account_that_does_not_exist_saves_nothing():
    with pytest.raises(CommandError, match="no account named nobody"):
        run(SEED, "--save", "nobody")
    assert not Quiz.objects.exists()
