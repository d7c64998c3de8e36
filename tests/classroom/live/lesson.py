"""A small quiz and a short way to play it through the rules, for tests."""

from classroom.live import commands as c
from classroom.live import rules
from classroom.live.snapshot import Snapshot, places
from quizzes import frozen as f

START = 1_700_000_000_000  # ms


def words(source, language="en"):
    return {language: f.Text(language, f"<p>{source}</p>", source)}


def question(number, *, kind="single", right=((0,),), options=4, **more):
    return f.FrozenQuestion(
        kind=kind,
        text=words(f"question {number}"),
        options=tuple(f.FrozenOption(words(f"option {n}"), words(f"why {n}"), n) for n in range(options)),
        accepted=right,
        explanation=words(f"because {number}"),
        **more,
    )


def quiz(*questions):
    return f.FrozenQuiz(words("A quiz"), ("en",), questions or tuple(question(n) for n in (1, 2, 3)))


def play(state, *steps, now=START):
    """Apply commands in order. A number among them lets so many seconds pass; a refusal fails the test."""
    for step in steps:
        if isinstance(step, int | float):
            now += int(step * 1000)
            continue
        outcome = rules.apply(state, step, now)
        assert not isinstance(outcome, rules.Rejected), f"{step} refused: {outcome.code}"
        state = outcome
    return state


def refused(state, command, now=START):
    outcome = rules.apply(state, command, now)
    assert isinstance(outcome, rules.Rejected), f"{command} was carried out"
    return outcome.code


def lobby(*questions, **settings):
    return rules.State(quiz(*questions), rules.Settings(**settings))


def snapshot(state, players=(), answers=None, version=7):
    people = {one.id: one for one in players}
    return Snapshot(1, "K7M3XD", version, state, people, answers or {}, (), "/display/x/",
                            places(people.values()))  # fmt: skip


ANSWERED = (c.Open(), c.Close())
REVEALED = (*ANSWERED, c.Reveal(), c.Reveal(), c.Reveal())
