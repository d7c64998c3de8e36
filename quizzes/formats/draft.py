"""A quiz as plain data on its way in: what an importer understood, and what it has to ask.

PURE. Every importer returns a ``Draft``; the preview shows it, the teacher mends it, and only then it is saved.
Strings are Markdown sources by language (``{"en": "...", "hi": "..."}``).
"""

from dataclasses import dataclass, field
from typing import Literal

Strings = dict[str, str]  # language -> Markdown source
Severity = Literal["error", "warning", "notice"]


@dataclass
class DraftOption:
    text: Strings
    correct: bool = False
    explanation: Strings = field(default_factory=dict)
    line: int = 0


@dataclass
class DraftQuestion:
    """``line`` is where it begins in the file, counted from 1."""

    text: Strings
    options: list[DraftOption] = field(default_factory=list)
    kind: str = "single"
    explanation: Strings = field(default_factory=dict)
    time_limit: int | None = 30  # seconds; None: no limit
    points: int = 1
    line: int = 0

    @property
    def missing_answer(self) -> bool:
        """Nothing is marked right: the teacher has to say, we never guess."""
        return not any(option.correct for option in self.options)


@dataclass
class Issue:
    """Something to tell the teacher. ``quizzes.import_messages`` says it in words; ``values`` are for the words."""

    line: int  # 0: the file as a whole
    severity: Severity
    code: str
    values: dict[str, int | str] = field(default_factory=dict)


@dataclass
class Line:
    """How one line of the file was read: ``role`` is what it was taken for, e.g. ``question`` or ``option``."""

    number: int
    role: str
    text: str


@dataclass
class Draft:
    format: str
    encoding: str = "utf-8"
    title: Strings = field(default_factory=dict)
    description: Strings = field(default_factory=dict)
    languages: list[str] = field(default_factory=list)  # the first is the main one
    questions: list[DraftQuestion] = field(default_factory=list)
    issues: list[Issue] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)
