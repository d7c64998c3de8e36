"""What the host's desk can ask for. PURE. Each command is one message on the wire (see ``protocol``).

``step`` is the step of the desk's last screen. Where it is given and the session has moved on, the command is
refused as ``stale``: of two hosts who press "next" together, one moves the class and the other is told.
"""

import msgspec


class Command(msgspec.Struct, frozen=True, tag_field="type", kw_only=True):
    id: str = ""  # comes back in ``done`` or ``refused``
    step: int | None = None


class Correcting(Command, frozen=True):
    """Commands that mend a result; allowed after the end too."""


class Open(Command, frozen=True, tag="open"):
    """Ask the next question, or the one at position ``question``."""

    question: int | None = None


class Close(Command, frozen=True, tag="close"):
    """No more answers to the open question."""


class Reveal(Command, frozen=True, tag="reveal"):
    """The next step: distribution, key, explanation."""


class Next(Command, frozen=True, tag="next"):
    """What usually comes next: the leaderboard if it is on, else the next question."""


class Skip(Command, frozen=True, tag="skip"):
    """Leave out the upcoming question."""


class Show(Command, frozen=True, tag="show"):
    """Put the result of an earlier round on the screens."""

    round: int


class Extend(Command, frozen=True, tag="extend"):
    """More time for the open question, in seconds."""

    seconds: int


class Pause(Command, frozen=True, tag="pause"):
    """Stop the clock and the answering."""


class Continue(Command, frozen=True, tag="continue"):
    """End the pause."""


class AskAgain(Command, frozen=True, tag="ask_again"):
    """Another round of the question on the screens."""


class KeepOpen(Command, frozen=True, tag="keep_open"):
    """Stop the countdown that began when everyone had answered."""


class TurnPage(Command, frozen=True, tag="turn_page"):
    """The display turns by as many pages as ``page`` is more (or less) than before; it alone knows how many it has."""

    page: int


class Configure(Command, frozen=True, tag="configure"):
    """Change settings that can change during class; what is left out stays."""

    late_join: bool | None = None
    leaderboard: bool | None = None
    auto_close: bool | None = None
    reveal: str | None = None
    display_language: str | None = None
    locked: bool | None = None


class End(Command, frozen=True, tag="end"):
    """End the session. ``open_round`` says what becomes of an open question: ``close`` or ``withdraw``."""

    open_round: str | None = None


class Resume(Command, frozen=True, tag="resume"):
    """Go on with an ended session, with the same players."""


class Withdraw(Correcting, frozen=True, tag="withdraw"):
    """The round (or the one on the screens) counts for nobody."""

    round: int | None = None


class ChangeKey(Correcting, frozen=True, tag="change_key"):
    """The options at positions ``right`` are the right ones."""

    question: int
    right: list[int]


class Accept(Correcting, frozen=True, tag="accept"):
    """One more option is right."""

    question: int
    option: int


class UndoCorrection(Correcting, frozen=True, tag="undo_correction"):
    number: int


class RemovePlayer(Command, frozen=True, tag="remove_player"):
    """Take a player out; their name is free again and nothing of theirs counts."""

    player: int


class RestorePlayer(Command, frozen=True, tag="restore_player"):
    """Undo a removal."""

    player: int


class MoveSeat(Command, frozen=True, tag="move_seat"):
    """Yes, this is them: the seat moves to the phone that asked."""

    claim: int


class RefuseSeat(Command, frozen=True, tag="refuse_seat"):
    claim: int


# Never on the wire: what a room tells the rules by itself.


class TimeUp(Command, frozen=True, tag="time_up"):
    """The deadline, or the countdown after everyone had answered, may have passed."""


class EveryoneAnswered(Command, frozen=True, tag="everyone_answered"):
    round: int


HostCommand = (
    Open | Close | Reveal | Next | Skip | Show | Extend | Pause | Continue | AskAgain | KeepOpen | TurnPage
    | Configure | End | Resume | Withdraw | ChangeKey | Accept | UndoCorrection | RemovePlayer | RestorePlayer
    | MoveSeat | RefuseSeat
)  # fmt: skip
ABOUT_PLAYERS = (RemovePlayer, RestorePlayer, MoveSeat, RefuseSeat)
