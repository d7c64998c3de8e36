"""A draft as plain text that ``reading`` takes for the same quiz. PURE."""

from collections.abc import Callable, Sequence

from .. import keywords as words
from .. import labels
from ..draft import Draft, DraftOption, DraftQuestion, Strings
from .reading import is_special

DEFAULT_TIME = 30  # seconds; not written
DEFAULT_POINTS = 1
_NO_GUARD: Callable[[str], str] = str


def write(draft: Draft) -> str:
    languages = draft.languages or ["en"]
    lines = _string("Title: ", draft.title, languages, "")
    if any(draft.description.values()):
        lines += _string("Description: ", draft.description, languages, "")
    lines.append("Languages: " + ", ".join(languages))
    for number, question in enumerate(draft.questions, 1):
        lines += ["", *_question(number, question, languages)]
    return "\n".join(lines) + "\n"


def _question(number: int, question: DraftQuestion, languages: Sequence[str]) -> list[str]:
    lines = _string(f"{number}. ", question.text, languages, "")
    marked = any(option.correct for option in question.options)
    for option in question.options:
        lines += _option(option, languages, _star(question, option, marked))
    if any(question.explanation.values()):
        lines += _string("Explanation: ", question.explanation, languages, "")
    if question.time_limit != DEFAULT_TIME:
        lines.append(f"Time: {question.time_limit or 'none'}")
    if question.points != DEFAULT_POINTS:
        lines.append(f"Points: {question.points}")
    lines.append(f"Kind: {question.kind}")
    return lines


def _star(question: DraftQuestion, option: DraftOption, marked: bool) -> str:
    """Tick boxes where a star before every option would be taken for a bullet."""
    if marked and all(one.correct for one in question.options):
        return "[x] "
    return "* " if option.correct else "• "


def _option(option: DraftOption, languages: Sequence[str], bullet: str) -> list[str]:
    lines = _string("   " + bullet, option.text, languages, "     ", words.guard_mark)
    if any(option.explanation.values()):
        lines += _string("     Why: ", option.explanation, languages, "     ")
    return lines


def _string(
    label: str, strings: Strings, languages: Sequence[str], margin: str, guard: Callable[[str], str] = _NO_GUARD
) -> list[str]:
    """The string in the main language behind its label, then each other language behind its code."""
    main, *others = dict.fromkeys([*languages, *strings])
    lines = _text(label, guard(strings.get(main, "")), len(label) if label.strip()[:1] in "*•[0123456789" else 0)
    for language in others:
        if strings.get(language):
            lines += _text(f"{margin}[{language}] ", guard(strings[language]), 0)
    return lines


def _text(label: str, text: str, column: int) -> list[str]:
    """Behind the label the first line, below it the others, as far in as the reader takes away again."""
    margin = " " * (column or labels.indent_of(label) + 2)
    first, *rest = text.split("\n")
    number = label.strip()[:1].isdigit()
    # What would be read as more than text is moved to a line of its own, where a backslash can guard it.
    bullet = labels.option_of("• " + first) if column and not number else None
    more = bullet.text != first if bullet else number and labels.inline_options(first, 3)[1]
    if more or (first and _closes_elsewhere(label, first, rest)):
        first, rest = "", [first, *rest]
    lines, fence = [(label + first).rstrip()], _fence(first, rest)
    for at, line in enumerate(rest):
        inside = fence
        if not inside:
            fence = _fence(line, rest[at + 1 :])
        elif line.strip() == fence:
            fence = ""
        lines.append(margin + (line if inside or fence else _guarded(line)) if line.strip() or inside else "")
    return lines


def _closes_elsewhere(label: str, first: str, rest: Sequence[str]) -> bool:
    """A fence behind the label that never closes in this text would close in the next one."""
    return bool(labels.fence_of(first)) and not _fence(first, rest)


def _fence(line: str, rest: Sequence[str]) -> str:
    mark = labels.fence_of(line)
    return mark if mark and any(one.strip() == mark for one in rest) else ""


def _guarded(line: str) -> str:
    """A backslash keeps a line of text from being taken for an option, an answer or the next question."""
    body = line.lstrip()
    if is_special(body.lstrip("\\")):
        return line[: len(line) - len(body)] + "\\" + body
    return line
