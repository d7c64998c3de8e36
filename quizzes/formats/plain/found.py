"""What the reader has found so far: questions and options with the labels they had in the text. PURE."""

from dataclasses import dataclass, field

from ..draft import Issue, Line, Strings

MAIN = ""  # slot of the language that is only known at the end: the main one


@dataclass
class FoundOption:
    """``kind``: letter, bullet or number. ``star``: a "*" stood before it, which may be a mark or a mere bullet."""

    kind: str
    label: str
    line: int
    indent: int
    text: Strings = field(default_factory=dict)
    why: Strings = field(default_factory=dict)
    right: bool = False
    star: bool = False


@dataclass
class FoundQuestion:
    """``answers``: what its answer lines say, with their line numbers."""

    number: int | None
    line: int
    indent: int
    style: str = ""
    text: Strings = field(default_factory=dict)
    explanation: Strings = field(default_factory=dict)
    options: list[FoundOption] = field(default_factory=list)
    last: dict[str, FoundOption] = field(default_factory=dict)  # the last option of each kind
    numbers: int = 0  # options that are counted with numbers
    answers: list[tuple[str, int]] = field(default_factory=list)
    time_limit: int | None = 30
    points: int = 1
    kind: str = ""


@dataclass
class Found:
    title: Strings = field(default_factory=dict)
    description: Strings = field(default_factory=dict)
    languages: list[str] = field(default_factory=list)  # as declared
    used: list[str] = field(default_factory=list)  # named by [xx] lines, in order
    questions: list[FoundQuestion] = field(default_factory=list)
    keys: list[tuple[int, str, int]] = field(default_factory=list)  # of the list at the end: number, answer, line
    issues: list[Issue] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)
