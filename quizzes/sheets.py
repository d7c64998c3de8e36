"""A sheet: one question as plain data, the same for saving, duplicating, undoing and drawing.

It holds only what JSON holds, so that a deleted question can wait in the host's session for "Undo".
"""

import hashlib
import json
from collections.abc import Collection, Sequence
from typing import Any, TypedDict

from django.db import transaction
from django.utils.translation import get_language_info, gettext, override

from .models import Option, Question, Quiz

Strings = dict[str, str]  # language -> Markdown source


class OptionSheet(TypedDict):
    text: Strings
    explanation: Strings
    correct: bool


class Sheet(TypedDict):
    kind: str
    text: Strings
    explanation: Strings
    image: str  # the file's name in the media folder; empty: none
    image_alt: Strings
    time_limit: int | None  # seconds
    points: int
    options: list[OptionSheet]


_FIELDS = ("kind", "text", "explanation", "image_alt", "time_limit", "points")


def sheet_of(question: Question) -> Sheet:
    values: dict[str, Any] = {field: getattr(question, field) for field in _FIELDS}
    options = [
        {"text": option.text, "explanation": option.explanation, "correct": option.correct}
        for option in question.options.all()
    ]
    return Sheet(**values, image=question.image.name or "", options=options)


class ChangedMeanwhile(Exception):
    """What is stored now is not what the form was made from: saving would undo somebody's work without a word."""


def fingerprint(values: object) -> str:
    """Of a sheet, or whatever JSON holds: the same for equal values."""
    return hashlib.sha256(json.dumps(values, sort_keys=True).encode()).hexdigest()[:32]


@transaction.atomic
def replace(question: Question, sheet: Sheet, known: Collection[str]) -> Question:
    """``save_sheet`` over ``question``, if what is stored has one of the fingerprints that the writer has seen."""
    stored = Question.objects.select_for_update().filter(pk=question.pk).first()
    if stored is None or fingerprint(sheet_of(stored)) not in known:
        raise ChangedMeanwhile
    return save_sheet(stored.quiz, sheet, stored)


@transaction.atomic
def save_sheet(quiz: Quiz, sheet: Sheet, question: Question | None = None, position: int | None = None) -> Question:
    """Write the sheet over ``question``, or as a new one at ``position`` (at the end when there is none)."""
    if question is not None:
        sheet = _with_hidden_languages(sheet, sheet_of(question), quiz.languages)
    question = question or Question(quiz=quiz, position=_make_room(quiz, position))
    for field in (*_FIELDS, "image"):
        setattr(question, field, sheet[field])
    question.save()
    question.options.all().delete()
    Option.objects.bulk_create(
        Option(question=question, position=at, **option) for at, option in enumerate(sheet["options"])
    )
    touch(quiz)
    return question


def _with_hidden_languages(sheet: Sheet, stored: Sheet, languages: Sequence[str]) -> Sheet:
    """A language that the quiz has dropped is in no form; its texts are kept, and come back with the language.

    Those of the options only while there are as many as before: else nobody can say whose they were.
    """

    def merged(new: Strings, old: Strings) -> Strings:
        return {code: text for code, text in old.items() if code not in languages} | new

    whole = sheet.copy()
    for field in ("text", "explanation", "image_alt"):
        whole[field] = merged(sheet[field], stored[field])
    if len(sheet["options"]) == len(stored["options"]):
        whole["options"] = [
            OptionSheet(
                text=merged(new["text"], old["text"]),
                explanation=merged(new["explanation"], old["explanation"]),
                correct=new["correct"],
            )
            for new, old in zip(sheet["options"], stored["options"], strict=True)
        ]
    return whole


def _make_room(quiz: Quiz, position: int | None) -> int:
    others = list(quiz.questions.all())
    at = len(others) if position is None else min(max(position, 0), len(others))
    _number([*others[:at], None, *others[at:]])
    return at


def _number(questions) -> None:
    for at, question in enumerate(questions):
        if question is not None and question.position != at:
            question.position = at
            question.save(update_fields=["position"])


@transaction.atomic
def move(question: Question, by: int) -> None:
    """One place up (-1) or down (+1); at the end of the list nothing happens."""
    questions = list(question.quiz.questions.all())
    at = questions.index(question)
    to = min(max(at + by, 0), len(questions) - 1)
    questions.insert(to, questions.pop(at))
    _number(questions)
    touch(question.quiz)


@transaction.atomic
def remove(question: Question) -> tuple[Sheet, int]:
    """Delete the question. What comes back is enough to put it where it was."""
    quiz, sheet, position = question.quiz, sheet_of(question), question.position
    question.delete()
    _number(quiz.questions.all())
    touch(quiz)
    return sheet, position


@transaction.atomic
def duplicate_quiz(quiz: Quiz) -> Quiz:
    copy = Quiz.objects.create(
        owner=quiz.owner,
        title={language: _copy_of(title, language) for language, title in quiz.title.items()},
        description=quiz.description,
        languages=quiz.languages,
        shuffle_options=quiz.shuffle_options,
    )
    for question in quiz.questions.prefetch_related("options"):
        save_sheet(copy, sheet_of(question))
    return copy


def _copy_of(title: str, language: str) -> str:
    try:
        get_language_info(language)
    except KeyError:
        language = "en"  # not a language that the interface could know
    with override(language):
        return (gettext("%(title)s (copy)") % {"title": title})[:200] if title else title


@transaction.atomic
def relabel(quiz: Quiz, old: str, new: str) -> None:
    """The quiz was written in ``new``, and ``old`` was only a wrong label: move every text there."""
    for question in quiz.questions.prefetch_related("options"):
        sheet = sheet_of(question)
        rows = [sheet["text"], sheet["explanation"], sheet["image_alt"]]
        for option in sheet["options"]:
            rows += [option["text"], option["explanation"]]
        for strings in rows:
            if old in strings and not strings.get(new):
                strings[new] = strings.pop(old)
        save_sheet(quiz, sheet, question)


def touch(quiz: Quiz) -> None:
    """The list at the desk shows what was changed last first."""
    quiz.save(update_fields=["updated_at"])
