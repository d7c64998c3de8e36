"""Multiple choice: exactly the right options must be ticked, all or nothing. PURE."""

from collections.abc import Sequence

from .base import Accepted, Response
from .choice import Choice


class Multiple(Choice):
    name = "multiple"
    several = True

    def accepted(self, right: Sequence[int]) -> tuple[Response, ...]:
        return (tuple(sorted(right)),) if right else ()

    def accept_also(self, accepted: Accepted, option: int) -> tuple[Response, ...]:
        """Ticking the option, beside what was accepted before, is now right as well as leaving it."""
        widened = {tuple(one) for one in accepted}
        widened |= {tuple(sorted({*one, option})) for one in widened} or {(option,)}
        return tuple(sorted(widened))


KIND = Multiple()
