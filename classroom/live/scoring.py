"""What an answer is worth. PURE."""

FLOOR_MS = 500  # answers sooner than this are all equally fast: nobody can read and decide in less
SPEED_SCALE = 1000  # points of a question worth 1 when speed counts, so that speed has room


def points(scoring: str, mark: float, worth: int, elapsed_ms: int, limit_ms: int | None) -> float:
    """Points for an answer with ``mark`` (0.0 to 1.0) to a question worth ``worth``; two decimals.

    ``correctness``: ``worth * mark``. ``speed``: in thousands; a right answer at once is worth the whole, at
    the end of the time one half, on a straight line between (the slope that Kahoot publishes); without a time
    limit speed does not count. ``none``: 0.
    """
    if scoring == "none" or mark <= 0:
        return 0.0
    if scoring == "correctness":
        return round(worth * mark, 2)
    late = 0.0
    if limit_ms:
        late = min(max(elapsed_ms - FLOOR_MS, 0) / max(limit_ms - FLOOR_MS, 1), 1.0)
    return float(int(worth * SPEED_SCALE * mark * (1 - late / 2) + 0.5))


def ranks(totals: list[float]) -> list[int]:
    """The rank of each total, best first; ties share a rank and the next one is skipped: 1, 2, 2, 4."""
    first_place: dict[float, int] = {}
    for place, total in enumerate(sorted(totals, reverse=True), start=1):
        first_place.setdefault(total, place)
    return [first_place[total] for total in totals]
