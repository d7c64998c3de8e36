"""How much one client may say: the same for a socket and for polling. PURE.

A person taps a few times a second; a client that sends more than this for long is not one.
"""

BURST = 60  # messages at once
PER_SECOND = 20.0  # messages over a longer time


class Pace:
    """A bucket of ``BURST`` messages that fills again at ``PER_SECOND``. ``now``: seconds of a monotonic clock."""

    def __init__(self) -> None:
        self._left, self._at = float(BURST), 0.0

    def allows(self, now: float) -> bool:
        """Counts one message. False: it is one too many."""
        self._left = min(BURST, self._left + (now - self._at) * PER_SECOND) - 1
        self._at = now
        return self._left >= 0

    def is_rested(self, now: float) -> bool:
        """Full again, and as good as a new one."""
        return self._left + (now - self._at) * PER_SECOND >= BURST
