"""Every message on the wire, typed. PURE. docs/protocol.md says it in words, and a test compares the two.

JSON text frames, ``type`` first, durations in milliseconds instead of dates. Unknown keys are ignored.
"""

from typing import Annotated, Any

import msgspec

from .commands import HostCommand

PROTOCOL_VERSION = 1  # in every address: /ws/v1/..., /api/v1/...
LARGEST_FRAME = 16 * 1024  # bytes that a client may send at once
LARGEST_SEQ = 2**31 - 1  # what every database stores
RETRY_SPREAD_MS = 5_000  # who may come back does so at a random moment within this

# Close codes. 40xx-44xx: come back; 45xx: do not.
CLOSE_RESTART = 4001  # the server is being restarted
CLOSE_TOO_FAST = 4400  # too many or malformed messages
CLOSE_NO_SUCH_ROOM = 4500
CLOSE_NOT_IN = 4501  # no seat (any more), or not the host
CLOSE_REMOVED = 4502  # removed by the host
CLOSE_SEAT_MOVED = 4503  # the seat is now on another phone

# Why a message is refused; ``refused.code``.
REFUSALS = {
    "already_accepted": "that option is right already",
    "closed": "the question is closed; the answer does not count",
    "ended": "the session has ended",
    "full": "the server is busy; send it again",
    "invalid": "the values make no sense here",
    "malformed": "not JSON, or not a message of this protocol",
    "no_limit": "the open question has no time limit",
    "no_more": "there is no further question",
    "no_round": "nothing has been asked yet",
    "no_such_claim": "that request for a seat is not open",
    "no_such_correction": "there is no such correction, or it is undone",
    "no_such_player": "there is no such player",
    "no_such_question": "the quiz has no such question",
    "not_due": "nothing to do",
    "not_ended": "the session has not ended",
    "not_open": "no question is open",
    "not_paused": "the question is not paused",
    "not_revealed": "the answer has not been revealed",
    "nothing_to_reveal": "there is nothing to reveal",
    "open_round": "a question is still open",
    "paused": "the question is paused; answer again when it goes on",
    "removed": "the host has removed this player",
    "seat_moved": "the seat is on another phone",
    "stale": "somebody else, or the timer, was first",
    "taken": "the name is taken again",
    "undo_newest_first": "a newer correction of the same question has to be undone first",
    "unknown": "there is no message of this type for this role",
    "withdrawn": "the question is withdrawn",
}


# --- from clients -------------------------------------------------------------------------------------------


class Answer(msgspec.Struct, frozen=True, tag="answer", tag_field="type"):
    """A tap. ``seq`` rises with each tap in a round; the stored answer with the highest one wins."""

    id: str
    round: int
    response: Any  # as the question's kind reads it: [1], or [0, 2]
    seq: Annotated[int, msgspec.Meta(ge=1, le=LARGEST_SEQ)] = 1


class Ping(msgspec.Struct, frozen=True, tag="ping", tag_field="type"):
    """Is anybody there? Answered with ``pong``."""

    id: str = ""


PhoneMessage = Answer | Ping
DeskMessage = HostCommand | Ping
DisplayMessage = Ping


# --- to clients ---------------------------------------------------------------------------------------------


class Message(msgspec.Struct, frozen=True, tag_field="type", kw_only=True):
    pass


class Pong(Message, frozen=True, kw_only=True, tag="pong"):
    id: str
    version: int  # the room's


class Received(Message, frozen=True, kw_only=True, tag="received"):
    """The answer is stored. ``response`` and ``seq`` are what is stored now (a newer tap may have won)."""

    id: str
    round: int
    response: Any
    seq: int


class Refused(Message, frozen=True, kw_only=True, tag="refused"):
    """Nothing was changed. ``code`` is a key of ``REFUSALS``."""

    id: str
    code: str
    round: int | None = None


class Done(Message, frozen=True, kw_only=True, tag="done"):
    """The host's command is carried out."""

    id: str
    version: int


# Texts: language slot of the quiz -> what to show. ``lang`` is the language it is really in.


class Words(msgspec.Struct, frozen=True):
    lang: str
    html: str


Texts = dict[str, Words]


class Picture(msgspec.Struct, frozen=True):
    src: str
    alt: Texts


class Question(msgspec.Struct, frozen=True):
    """A question as everybody may see it while it is open."""

    kind: str
    several: bool  # may more than one option be chosen?
    text: Texts
    options: list[Texts]
    points: int
    picture: Picture | None = None


class Distribution(msgspec.Struct, frozen=True):
    counts: list[int]  # how often each option was chosen
    answered: int  # how many players answered
    presented: int  # how many could have


class Key(msgspec.Struct, frozen=True):
    right: list[int]  # options that are in some accepted response
    accepted: list[list[int]]  # every response with full marks


class Explanation(msgspec.Struct, frozen=True):
    text: Texts
    options: list[Texts]  # why each option is right or not; empty where nothing is said


class Place(msgspec.Struct, frozen=True):
    rank: int
    name: str
    points: float


class Asked(msgspec.Struct, frozen=True):
    """One question in the summary after the end. Key and explanation only if they were revealed."""

    round: int
    number: int
    question: Question
    withdrawn: bool
    key: Key | None = None
    explanation: Explanation | None = None


class Screen(Message, frozen=True, kw_only=True, tag="screen"):
    """Everything that a screen may show now. Drawn as it is; older versions are ignored.

    ``phase``: lobby, open, closed, distribution, key, explanation, leaderboard, ended.
    """

    screen: str  # phone, display, desk
    version: int
    phase: str
    title: Texts
    languages: list[str]
    total: int  # questions in the quiz
    number: int | None = None  # of the question on the screen, from 1
    round: int | None = None
    attempt: int | None = None  # 2: it is asked for the second time
    question: Question | None = None
    time_limit_ms: int | None = None  # the whole time, extensions included
    left_ms: int | None = None  # until the close, at the moment of sending; null: no limit
    closing_ms: int | None = None  # everyone has answered: it closes by itself in
    paused: bool = False
    withdrawn: bool = False
    corrected: bool = False
    distribution: Distribution | None = None
    key: Key | None = None
    explanation: Explanation | None = None
    leaderboard: list[Place] | None = None
    scoring: str = "correctness"


class PhoneScreen(Screen, frozen=True, kw_only=True, tag="screen"):
    """The same for every phone."""

    summary: list[Asked] | None = None  # after the end


class DisplayScreen(Screen, frozen=True, kw_only=True, tag="screen"):
    code: str
    join_url: str  # short, for people to type
    qr: str  # address of an SVG
    display_language: str
    page: int
    joined: int
    locked: bool
    names: list[str] | None = None  # in the lobby


class Person(msgspec.Struct, frozen=True):
    id: int
    name: str
    points: float
    rank: int
    first_round: int
    removed: bool = False


class Claim(msgspec.Struct, frozen=True):
    id: int
    player: int
    name: str


class Step(msgspec.Struct, frozen=True):
    """One question of the quiz in the desk's list."""

    question: int  # position, from 0
    text: Texts
    rounds: list[int]  # numbers of its rounds
    right: list[int]  # its right options now, corrections included


class Mended(msgspec.Struct, frozen=True):
    """A correction that was made."""

    number: int
    kind: str  # key, accept, withdraw
    question: int
    round: int | None
    undone: bool


class DeskScreen(Screen, frozen=True, kw_only=True, tag="screen"):
    """The host sees everything, the key included."""

    step: int
    code: str
    join_url: str
    qr: str
    display_url: str
    settings: dict[str, Any]
    locked: bool
    page: int
    upcoming: int  # position of the question that "next" opens
    joined: int
    people: list[Person]
    claims: list[Claim]
    plan: list[Step]
    corrections: list[Mended]
    host_key: Key | None = None  # of the question on the screen, before it is revealed too
    host_explanation: Explanation | None = None
    next_action: str  # what the main button does: open, close, reveal, next, end, resume


class Tally(Message, frozen=True, kw_only=True, tag="tally"):
    """Counts while a question is open, to desk and display; the latest wins."""

    version: int
    tally: int  # rises
    round: int | None
    answered: int
    joined: int
    connected: int


class DeskTally(Tally, frozen=True, kw_only=True, tag="tally"):
    counts: list[int]  # the running distribution
    away: list[int]  # players without a connection
    answered_players: list[int]
    everyone: bool  # all admitted players have answered


class Result(msgspec.Struct, frozen=True):
    """One round for its owner. ``result``: right, partly, wrong, missed, not_presented, withdrawn, no_key, hidden."""

    round: int
    number: int
    result: str
    points: float
    response: Any = None


class You(Message, frozen=True, kw_only=True, tag="you"):
    """What is personal, to that player's phones alone."""

    version: int
    name: str
    round: int | None = None
    presented: bool = True  # could this player answer the round on the screen?
    response: Any = None  # what is stored for it
    seq: int = 0  # of what is stored, from 1; 0: nothing is
    result: str | None = None  # from the key step on: right, partly, wrong, missed, not_presented, withdrawn, no_key
    points: float | None = None  # for this round
    total: float | None = None
    rank: int | None = None
    ranked: int | None = None  # how many players have a rank
    corrected: bool = False
    results: list[Result] | None = None  # after the end


class Bye(Message, frozen=True, kw_only=True, tag="bye"):
    """The socket is closed next. ``retry_ms``: come back after a random time up to this; null: do not."""

    code: int
    retry_ms: int | None


def bye(code: int) -> Bye:
    return Bye(code=code, retry_ms=RETRY_SPREAD_MS if code < 4500 else None)


_encoder = msgspec.json.Encoder()
_decoders: dict[str, "msgspec.json.Decoder[Any]"] = {
    "phone": msgspec.json.Decoder(PhoneMessage),
    "desk": msgspec.json.Decoder(DeskMessage),
    "display": msgspec.json.Decoder(DisplayMessage),
}


def encode(message: Message) -> str:
    return _encoder.encode(message).decode()


class Malformed(ValueError):
    """``code`` is ``malformed`` (not JSON), ``unknown`` (no such type) or ``invalid`` (wrong values)."""

    def __init__(self, code: str, id: str = "") -> None:
        super().__init__(code)
        self.code, self.id = code, id


def _tags(union: Any) -> frozenset[str]:
    members = getattr(union, "__args__", (union,))
    return frozenset(str(member.__struct_config__.tag) for member in members)


TYPES = {"phone": _tags(PhoneMessage), "desk": _tags(DeskMessage), "display": _tags(DisplayMessage)}


def decode(screen: str, text: str | bytes) -> Any:
    """A message from a ``phone`` (``PhoneMessage``), ``desk`` or ``display``. Raises ``Malformed``."""
    try:
        return _decoders[screen].decode(text)
    except msgspec.ValidationError:
        kind, id = _kind_and_id(text)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise Malformed("malformed") from None
    raise Malformed("invalid" if kind in TYPES[screen] else "unknown", id)


def _kind_and_id(text: str | bytes) -> tuple[str, str]:
    """Of JSON that is no message: what it says it is, as far as it says so."""
    try:
        raw = msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise Malformed("malformed") from None
    if not isinstance(raw, dict):
        return "", ""
    kind, id = raw.get("type"), raw.get("id")
    return kind if isinstance(kind, str) else "", id if isinstance(id, str) else ""
