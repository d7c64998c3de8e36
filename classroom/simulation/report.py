"""What a lesson without a class measured."""

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any


def percentile(values: Sequence[float], share: float) -> float:
    """The smallest value that at least ``share`` of all are not above; 0.0 of none."""
    ordered = sorted(values)
    return ordered[max(math.ceil(share * len(ordered)) - 1, 0)] if ordered else 0.0


def spread(seconds: Sequence[float]) -> dict[str, float]:
    """In milliseconds. ``last``: the slowest of all."""
    shares = {"p50": 0.5, "p99": 0.99, "last": 1.0}
    return {name: round(percentile(seconds, share) * 1000, 2) for name, share in shares.items()}


@dataclass
class Report:
    students: int
    joined: int = 0
    rounds: int = 0
    sent: int = 0  # answers; one that is sent again counts once
    acked: int = 0
    stored: int = 0  # in the database, when all is over
    lost: int = 0  # acknowledged, and not in the database as they were
    leaked: int = 0  # frames with the right answer or an explanation before its step
    errors: int = 0
    push: list[float] = field(default_factory=list)  # seconds from the host's command to the question on a phone
    ack: list[float] = field(default_factory=list)  # seconds from an answer to its acknowledgement

    def as_dict(self) -> dict[str, Any]:
        fields = {name: value for name, value in asdict(self).items() if name not in ("push", "ack")}
        return fields | {"push_ms": spread(self.push), "ack_ms": spread(self.ack)}
