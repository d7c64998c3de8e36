"""What each screen may know. PURE, and the only place that decides it.

The key and the explanation of a round leave here from their step of the reveal on, never earlier; the running
distribution goes to the desk alone; what is personal goes to its owner alone.
"""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from quizzes import frozen
from quizzes.kinds import KINDS, Response

from . import protocol as p
from .rules import REVEAL
from .snapshot import Given, Player, Snapshot
from .state import Round, State

LEADERBOARD_PLACES = 5


# --- parts --------------------------------------------------------------------------------------------------


def _words(texts: frozen.Texts) -> p.Texts:
    return {language: p.Words(text.lang, text.html) for language, text in texts.items()}


def _question(question: frozen.FrozenQuestion) -> p.Question:
    picture = p.Picture(question.image.src, _words(question.image.alt)) if question.image else None
    options = [_words(option.text) for option in question.options]
    several = KINDS[question.kind].several
    return p.Question(question.kind, several, _words(question.text), options, question.points, picture)


def _key(state: State, position: int) -> p.Key:
    accepted = state.accepted(position)
    return p.Key(sorted({option for one in accepted for option in one}), [list(one) for one in accepted])


def _explanation(question: frozen.FrozenQuestion) -> p.Explanation:
    return p.Explanation(_words(question.explanation), [_words(one.explanation) for one in question.options])


def distribution(room: Snapshot, asked: Round) -> p.Distribution:
    question = room.state.question(asked.question)
    seated = {player.id for player in room.presented(asked.number)}
    given = [one for player, one in room.answers.get(asked.number, {}).items() if player in seated]
    counts = KINDS[question.kind].tally(((one.response, 1) for one in given), len(question.options))
    return p.Distribution(counts, len(given), len(seated))


def _may_know(state: State, asked: Round) -> tuple[bool, bool, bool]:
    """May the class see the distribution, the key, the explanation of the round on the screen?"""
    if asked.withdrawn or asked.closed_ms is None:
        return False, False, False
    if state.phase not in REVEAL:
        return False, False, False
    step = REVEAL.index(state.phase)
    return True, step >= 1 and asked.revealed, step >= 2 and asked.revealed


def _shared(room: Snapshot, now: int) -> dict[str, Any]:
    """The fields that all three kinds of screen have."""
    state, asked = room.state, room.state.current_round
    fields: dict[str, Any] = {
        "version": room.version,
        "phase": state.phase,
        "title": _words(state.quiz.title),
        "languages": list(state.quiz.languages),
        "total": len(state.quiz.questions),
        "scoring": state.settings.scoring,
    }
    if state.phase == "leaderboard":
        fields["leaderboard"] = leaderboard(room)
    if asked is None or state.phase in ("lobby", "ended"):
        return fields
    return fields | _round_fields(room, asked, now)


def _round_fields(room: Snapshot, asked: Round, now: int) -> dict[str, Any]:
    state, question = room.state, room.state.question(asked.question)
    shows_distribution, shows_key, shows_explanation = _may_know(state, asked)
    is_open = asked.closed_ms is None
    closing = state.auto_close_ms
    return {
        "number": asked.question + 1,
        "round": asked.number,
        "attempt": sum(one.question == asked.question and one.number <= asked.number for one in state.rounds),
        "question": _question(question),
        "time_limit_ms": asked.limit(),
        "left_ms": asked.left(now) if is_open else None,
        "closing_ms": max(closing - now, 0) if is_open and closing is not None else None,
        "paused": asked.paused_at_ms is not None,
        "withdrawn": asked.withdrawn,
        "corrected": shows_key and state.corrected(asked.number),
        "distribution": distribution(room, asked) if shows_distribution else None,
        "key": _key(state, asked.question) if shows_key else None,
        "explanation": _explanation(question) if shows_explanation else None,
    }


def leaderboard(room: Snapshot) -> list[p.Place]:
    """The first places; everybody who shares the last of them is in."""
    best = sorted(room.seated, key=lambda one: (room.places.get(one.id, 0), one.name))
    return [
        p.Place(room.places[one.id], one.name, one.points) for one in best if room.places[one.id] <= LEADERBOARD_PLACES
    ]


def _summary(room: Snapshot) -> list[p.Asked]:
    """What was asked, for the phones to keep. Only what was revealed has its key."""
    state, kept = room.state, []
    for asked in state.rounds:
        question = state.question(asked.question)
        known = asked.revealed and not asked.withdrawn
        kept.append(
            p.Asked(
                asked.number,
                asked.question + 1,
                _question(question),
                asked.withdrawn,
                _key(state, asked.question) if known else None,
                _explanation(question) if known else None,
            )
        )
    return kept


# --- screens ------------------------------------------------------------------------------------------------


def phone(room: Snapshot, now: int) -> p.PhoneScreen:
    summary = _summary(room) if room.state.phase == "ended" else None
    return p.PhoneScreen(**_shared(room, now), screen="phone", summary=summary)


def display(room: Snapshot, now: int, join_url: str) -> p.DisplayScreen:
    state = room.state
    fields = _shared(room, now) | {
        "screen": "display",
        "code": room.code,
        "join_url": join_url,
        "qr": f"/qr/{room.code}.svg",
        "display_language": state.settings.display_language,
        "page": state.page,
        "joined": len(room.seated),
        "locked": state.locked,
        "names": [player.name for player in room.seated] if state.phase == "lobby" else None,
    }
    return p.DisplayScreen(**fields)


def desk(room: Snapshot, now: int, join_url: str) -> p.DeskScreen:
    state, asked = room.state, room.state.current_round
    showing = asked if state.phase not in ("lobby", "ended") else None
    question = state.question(showing.question) if showing else None
    fields = _shared(room, now) | {
        "screen": "desk",
        "step": state.step,
        "code": room.code,
        "join_url": join_url,
        "qr": f"/qr/{room.code}.svg",
        "display_url": room.display_url,
        "settings": asdict(state.settings),
        "locked": state.locked,
        "page": state.page,
        "upcoming": state.upcoming,
        "joined": len(room.seated),
        "people": [
            p.Person(one.id, one.name, one.points, room.places.get(one.id, 0), one.first_round, one.removed)
            for one in room.players.values()
        ],
        "claims": [p.Claim(claim, player, room.players[player].name) for claim, player in room.claims],
        "plan": [
            p.Step(
                position,
                _words(one.text),
                [r.number for r in state.rounds if r.question == position],
                _key(state, position).right,
            )
            for position, one in enumerate(state.quiz.questions)
        ],
        "corrections": [
            p.Mended(one.number, one.kind, one.question, one.round_number, one.undone_ms is not None)
            for one in state.corrections
        ],
        "host_key": _key(state, showing.question) if showing else None,
        "host_explanation": _explanation(question) if question else None,
        "next_action": next_action(state),
    }
    return p.DeskScreen(**fields)


def next_action(state: State) -> str:
    """What the desk's main button does."""
    asked = state.current_round
    if state.phase == "ended":
        return "resume"
    if state.phase == "open":
        return "close"
    if asked and not asked.withdrawn and state.phase in ("closed", *REVEAL[:-1]):
        return "reveal"
    more = state.upcoming < len(state.quiz.questions)
    board = state.phase == "explanation" and state.settings.leaderboard and state.settings.scoring != "none"
    return "next" if more or board else "end"


# --- what is personal ---------------------------------------------------------------------------------------


def result_of(state: State, asked: Round, player: Player, given: Given | None) -> str:
    """right, partly, wrong, missed, not_presented, withdrawn, no_key; hidden while the key is."""
    if asked.withdrawn:
        return "withdrawn"
    if player.first_round > asked.number:
        return "not_presented"
    if asked.revealed and not state.accepted(asked.question):
        return "no_key"  # nobody has said what is right, so nobody is wrong
    if given is None:
        return "missed"
    if not asked.revealed:
        return "hidden"
    return "right" if given.mark >= 1 else "partly" if given.mark > 0 else "wrong"


def you(room: Snapshot, player: Player, given: Given | None) -> p.You:
    """``given``: the player's stored answer to the round on the screen."""
    state, asked = room.state, room.state.current_round
    if asked is None or state.phase in ("lobby", "ended"):
        return _you_between(room, player)
    _, knows, _ = _may_know(state, asked)
    knows = knows or (state.phase == "leaderboard" and asked.revealed)
    fields: dict[str, Any] = {
        "version": room.version,
        "name": player.name,
        "round": asked.number,
        "presented": player.first_round <= asked.number,
        "response": list(given.response) if given else None,
        "seq": given.seq if given else 0,
    }
    if knows and not asked.withdrawn:
        fields |= {
            "result": result_of(state, asked, player, given),
            "points": given.points if given and state.settings.scoring != "none" else None,
            "corrected": state.corrected(asked.number),
        }
    elif asked.withdrawn:
        fields["result"] = "withdrawn"
    if knows or asked.withdrawn:
        fields |= _standing(room, player)
    return p.You(**fields)


def _standing(room: Snapshot, player: Player) -> dict[str, Any]:
    if room.state.settings.scoring == "none" or not any(one.revealed for one in room.state.rounds):
        return {}
    return {"total": player.points, "rank": room.places.get(player.id), "ranked": len(room.places)}


def _you_between(room: Snapshot, player: Player) -> p.You:
    """In the lobby, and after the end with a summary."""
    fields: dict[str, Any] = {"version": room.version, "name": player.name} | _standing(room, player)
    if room.state.phase == "ended":
        fields["results"] = [_result(room, asked, player) for asked in room.state.rounds]
    return p.You(**fields)


def _result(room: Snapshot, asked: Round, player: Player) -> p.Result:
    given = room.answers.get(asked.number, {}).get(player.id)
    result = result_of(room.state, asked, player, given)
    shown = given if result in ("right", "partly", "wrong") else None
    response = list(given.response) if given else None
    return p.Result(asked.number, asked.question + 1, result, shown.points if shown else 0.0, response)


# --- counts -------------------------------------------------------------------------------------------------


def tally(room: Snapshot, number: int, responses: Sequence[tuple[int, Response]], connected: set[int]) -> p.Tally:
    """For the display: how many, not what."""
    seated = {player.id for player in room.seated}
    asked = room.state.open_round
    answered = sum(player in seated for player, _ in responses)
    here = len(connected & seated)
    return p.Tally(
        version=room.version, tally=number, round=asked.number if asked else None, answered=answered,
        joined=len(seated), connected=here,
    )  # fmt: skip


def desk_tally(
    room: Snapshot, number: int, responses: Sequence[tuple[int, Response]], connected: set[int]
) -> p.DeskTally:
    """For the desk: the running distribution, and who is away."""
    seated = {player.id for player in room.seated}
    asked = room.state.open_round or room.state.current_round
    counted = [(player, response) for player, response in responses if player in seated]
    counts: list[int] = []
    if asked:
        question = room.state.question(asked.question)
        counts = KINDS[question.kind].tally(((one, 1) for _, one in counted), len(question.options))
    admitted = {player.id for player in room.presented(asked.number)} if asked else set()
    answered = {player for player, _ in counted}
    return p.DeskTally(
        version=room.version, tally=number, round=asked.number if asked else None, answered=len(answered),
        joined=len(seated), connected=len(connected & seated), counts=counts, away=sorted(seated - connected),
        answered_players=sorted(answered), everyone=bool(admitted) and admitted <= answered,
    )  # fmt: skip
