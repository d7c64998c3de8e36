"""The shape of a file format. PURE."""

from collections.abc import Callable
from dataclasses import dataclass

from .draft import Draft


@dataclass(frozen=True)
class Format:
    """``sniff``: how much a text (and its file name) looks like this format, 0 to 1. ``read`` never fails."""

    name: str
    sniff: Callable[[str, str], float]
    read: Callable[[str], Draft]
    write: Callable[[Draft], str]
