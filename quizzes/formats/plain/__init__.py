"""Numbered questions with their options below, as people write them in a message, in any script. PURE.

The grammar is in ``docs/plain-format.md``. Four steps: ``reading`` sorts the lines, ``answers`` finds which option
an answer means, ``settling`` makes a draft of it and says what is odd; ``writing`` goes the other way.
"""

from ..base import Format
from ..draft import Draft
from .reading import Reader
from .settling import settle
from .writing import write

__all__ = ["FORMAT", "read", "write"]


def read(text: str) -> Draft:
    return settle(Reader(text).read())


def sniff(text: str, filename: str) -> float:
    """What no other format claims is plain text."""
    return 0.1


FORMAT = Format("plain", sniff, read, write)
