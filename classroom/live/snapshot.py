"""A room as the database has it at one version: all that its screens are drawn from. PURE."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from quizzes.kinds import Response

from .scoring import ranks
from .state import State


@dataclass(frozen=True)
class Player:
    id: int
    name: str
    first_round: int
    points: float = 0.0  # over the rounds that were revealed
    removed: bool = False
    seat: int = 1


@dataclass(frozen=True)
class Given:
    """A stored answer."""

    response: Response
    seq: int
    mark: float
    points: float


@dataclass(frozen=True)
class Snapshot:
    """A room as the database has it at ``version``: all that screens are drawn from."""

    session: int
    code: str
    version: int
    state: State
    players: Mapping[int, Player] = field(default_factory=dict)  # removed ones too
    answers: Mapping[int, Mapping[int, Given]] = field(default_factory=dict)  # round -> player -> answer
    claims: tuple[tuple[int, int], ...] = ()  # (claim, player) that wait for the host
    display_url: str = ""
    places: Mapping[int, int] = field(default_factory=dict)  # player -> rank

    @property
    def seated(self) -> list[Player]:
        return [player for player in self.players.values() if not player.removed]

    def presented(self, number: int) -> list[Player]:
        """The players who could answer the round."""
        return [player for player in self.seated if player.first_round <= number]


def places(players: Iterable[Player]) -> dict[int, int]:
    """The rank of each player who was not removed."""
    seated = [player for player in players if not player.removed]
    return dict(zip((one.id for one in seated), ranks([one.points for one in seated]), strict=True))
