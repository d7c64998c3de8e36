"""What the quiz check has found, as a host reads it before class: what stands in the way first, then the hints."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from quizzes.check import Finding, check
from quizzes.check_messages import sentence
from quizzes.frozen import FrozenQuiz

# Without an answer to these nobody can get points for the question.
IN_THE_WAY = {"few_options", "no_key", "several_keys", "not_true_false"}


@dataclass
class Place:
    """Where something was found, and what. ``question``: its row, to mend it; None for the whole quiz."""

    name: str
    question: int | None
    sentences: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Report:
    in_the_way: list[Place]
    hints: list[Place]

    @property
    def number_of_hints(self) -> int:
        return sum(len(place.sentences) for place in self.hints)


def report(written: FrozenQuiz, shuffled: bool) -> Report:
    """``written``: the quiz in its own order. ``shuffled``: will the session shuffle the options?"""
    found = check(written, shuffled)
    return Report(
        _by_place(written, (one for one in found if one.code in IN_THE_WAY)),
        _by_place(written, (one for one in found if one.code not in IN_THE_WAY)),
    )


def _by_place(written: FrozenQuiz, found: Iterable[Finding]) -> list[Place]:
    places: dict[int | None, Place] = {}
    for one in sorted(found, key=lambda finding: -1 if finding.question is None else finding.question):
        if one.question not in places:
            places[one.question] = _place(written, one.question)
        places[one.question].sentences.append(sentence(one))
    return list(places.values())


def _place(written: FrozenQuiz, position: int | None) -> Place:
    if position is None:
        return Place(_("The whole quiz"), None)
    return Place(_("Question %(number)d") % {"number": position + 1}, written.questions[position].source)
