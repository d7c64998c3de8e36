"""Between rows and plain data: a draft is saved, a quiz is written out again, a quiz is frozen for class."""

import random
from collections.abc import Iterable
from pathlib import Path

from django.db import transaction

from . import frozen as f
from .formats import read_bytes
from .formats.draft import Draft, DraftOption, DraftQuestion, Strings
from .kinds import KINDS
from .markup import render, render_inline
from .models import Option, Question, Quiz

SAMPLE = Path(__file__).parent / "sample" / "mixed-precision.txt"


@transaction.atomic
def save_draft(draft: Draft, owner) -> Quiz:
    """A new quiz of the owner's from what an importer understood."""
    quiz = Quiz.objects.create(
        owner=owner, title=draft.title, description=draft.description, languages=draft.languages or ["en"]
    )
    for position, one in enumerate(draft.questions):
        question = Question.objects.create(
            quiz=quiz,
            position=position,
            kind=one.kind,
            text=one.text,
            explanation=one.explanation,
            time_limit=one.time_limit,
            points=one.points,
        )
        Option.objects.bulk_create(
            Option(
                question=question,
                position=place,
                text=option.text,
                explanation=option.explanation,
                correct=option.correct,
            )
            for place, option in enumerate(one.options)
        )
    return quiz


def draft_of(quiz: Quiz) -> Draft:
    """The quiz as plain data, to be written to a file."""
    questions = [
        DraftQuestion(
            text=one.text,
            options=[DraftOption(o.text, o.correct, o.explanation) for o in one.options.all()],
            kind=one.kind,
            explanation=one.explanation,
            time_limit=one.time_limit,
            points=one.points,
        )
        for one in _questions(quiz)
    ]
    return Draft("plain", "utf-8", quiz.title, quiz.description, list(quiz.languages), questions)


def freeze(quiz: Quiz, shuffle: random.Random | None) -> f.FrozenQuiz:
    """The quiz as a session plays it. ``shuffle`` puts the options of each question in another order."""
    return f.FrozenQuiz(
        title=_texts(quiz.title, render_inline),
        languages=tuple(quiz.languages),
        questions=tuple(_freeze_question(one, shuffle) for one in _questions(quiz)),
        description=_texts(quiz.description, render),
    )


def load_sample(owner) -> Quiz | None:
    """The quiz that comes with the server, for an owner who never had one. It goes the way of a teacher's file."""
    if Quiz.objects.filter(owner=owner).exists():
        return None
    return save_draft(read_bytes(SAMPLE.read_bytes(), SAMPLE.name), owner)


def _questions(quiz: Quiz) -> Iterable[Question]:
    return quiz.questions.prefetch_related("options")


def _freeze_question(question: Question, shuffle: random.Random | None) -> f.FrozenQuestion:
    kind = KINDS[question.kind]
    options = list(question.options.all())
    order = list(range(len(options)))
    if shuffle and kind.shuffles:
        shuffle.shuffle(order)
    image = None
    if question.image:
        image = f.Image(question.image.url, _texts(question.image_alt, None))
    return f.FrozenQuestion(
        kind=question.kind,
        text=_texts(question.text, render),
        options=tuple(
            f.FrozenOption(
                _texts(options[place].text, render_inline), _texts(options[place].explanation, render_inline), place
            )
            for place in order
        ),
        accepted=kind.accepted([now for now, place in enumerate(order) if options[place].correct]),
        explanation=_texts(question.explanation, render),
        image=image,
        time_limit=question.time_limit,
        points=question.points,
        source=question.pk,
    )


def _texts(strings: Strings, markup) -> f.Texts:
    """What is empty is left out, so that another language can stand in for it."""
    return {
        slot: f.Text(f.language_of(source, slot), markup(source) if markup else source, source)
        for slot, source in strings.items()
        if source.strip()
    }
