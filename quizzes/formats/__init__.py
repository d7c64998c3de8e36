"""File formats of quizzes: one module or package each, one shape (``Format``), one registry. PURE.

    bytes, file name -> read_bytes -> Draft: what was understood, and what has to be asked
    Draft            -> write      -> text

Nothing is guessed that the teacher can say: a question without a marked answer comes back as such.
"""

from . import plain
from .base import Format
from .decode import LARGEST, Unreadable, decode
from .draft import Draft, Issue

FORMATS: dict[str, Format] = {one.FORMAT.name: one.FORMAT for one in (plain,)}
MOST_QUESTIONS = 1000

__all__ = ["FORMATS", "LARGEST", "MOST_QUESTIONS", "Draft", "Format", "read_bytes", "write"]


def read_bytes(data: bytes, filename: str = "") -> Draft:
    """What a file says, in whatever format it most looks like. What cannot be read at all is an issue, no error."""
    try:
        text, encoding, guessed = decode(data)
    except Unreadable as error:
        return Draft("unknown", issues=[Issue(0, "error", error.code, {"most": LARGEST // 1024 // 1024})])
    chosen = max(FORMATS.values(), key=lambda one: one.sniff(text, filename))
    draft = chosen.read(text)
    draft.encoding = encoding
    if guessed:
        draft.issues.insert(0, Issue(0, "notice", "encoding_guessed", {"encoding": encoding}))
    _limit(draft)
    return draft


def write(name: str, draft: Draft) -> str:
    """The quiz as a text in the format of that name. Raises ``KeyError``."""
    return FORMATS[name].write(draft)


def _limit(draft: Draft) -> None:
    found = len(draft.questions)
    if not found:
        draft.issues.append(Issue(0, "error", "no_questions"))
    elif found > MOST_QUESTIONS:
        draft.issues.insert(0, Issue(0, "error", "too_many_questions", {"number": found, "most": MOST_QUESTIONS}))
        del draft.questions[MOST_QUESTIONS:]
