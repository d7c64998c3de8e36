"""The shape that every kind of question has.

PURE. To add a kind: copy the nearest file in this folder with its test, and name it in ``__init__``.
"""

from collections.abc import Iterable, Sequence
from typing import Protocol

Response = tuple[int, ...]  # positions of the chosen options, ascending
Accepted = Sequence[Response]  # every response that gets full marks


class InvalidResponse(ValueError):
    """What a phone sent cannot be an answer to this question."""


class Kind(Protocol):
    """What the rest of the system asks of a kind of question."""

    name: str
    several: bool  # may more than one option be chosen?
    shuffles: bool  # may the options be shown in another order?

    def read(self, raw: object, options: int) -> Response:
        """The response in canonical form. Raises ``InvalidResponse``."""
        ...

    def accepted(self, right: Sequence[int]) -> tuple[Response, ...]:
        """The responses that get full marks when the options at positions ``right`` are marked right."""
        ...

    def accept_also(self, accepted: Accepted, option: int) -> tuple[Response, ...]:
        """``accepted`` widened so that ``option`` is right too."""
        ...

    def grade(self, response: Response, accepted: Accepted) -> float:
        """The mark, from 0.0 to 1.0."""
        ...

    def tally(self, responses: Iterable[tuple[Response, int]], options: int) -> list[int]:
        """How often each option was chosen, from (response, how often) pairs."""
        ...

    def key_fault(self, right: Sequence[int], options: int) -> str | None:
        """A code when ``right`` cannot be the key: ``no_key``, ``several_keys``, ``not_true_false``."""
        ...
