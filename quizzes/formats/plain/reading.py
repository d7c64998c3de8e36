"""Line by line: what each line is, and which string it belongs to. PURE.

A line belongs to the nearest string above it unless its beginning says otherwise. ``read`` is linear in the text.
"""

import re

from ...languages import NAMES
from .. import keywords as words
from .. import labels
from ..draft import Issue, Line, Strings
from .found import MAIN, Found, FoundOption, FoundQuestion

_FARTHEST = 100  # a number that jumps by more is part of the text: "1857. The year ..."
_LONGEST_FENCE = 200  # lines; an opening fence whose end is farther away is only text
MOST_LINES = 50_000  # a thousand questions have some thirty thousand
_LONGEST_TITLE = 200  # characters
_PAIR = re.compile(r"(\d{1,4})[ \t]*[.)\]:：\-–—=]*[ \t]*[(\[]?([^\W\d_]{1,10}|\d)[)\]]?(?=[\s,;.|।、，]|$)")


class Reader:
    def __init__(self, text: str) -> None:
        self.source = text.split("\n")
        self.found = Found()
        self.question: FoundQuestion | None = None
        self.string: Strings | None = self.found.title  # where more text would go, with its slot, column and role
        self.slot, self.column, self.role = MAIN, 0, "title"
        self.parts: list[str] = []  # lines of that string, joined when it ends
        self.nearest: tuple[Strings, int, str] = (self.found.title, 0, "title")  # what a [xx] line translates
        self.blank = self.in_keys = False
        self.fence, self.margin = "", 0  # while inside a block of code: what closes it, and how far in it stands
        self.at = 0
        # Without a single number, each paragraph that has options below it is a question.
        self.numbered = any(labels.number_of(line) for line in self.source)

    def read(self) -> Found:
        for at, line in enumerate(map(str.rstrip, self.source[:MOST_LINES]), 1):
            self.at = at
            role = self._take(line)
            self.blank = role in ("blank", "separator")
            self.found.lines.append(Line(at, role, line))
        self._end()
        if len(self.source) > MOST_LINES + 1:
            self.found.issues.append(Issue(MOST_LINES, "error", "too_many_lines", {"most": MOST_LINES}))
        if self.found.lines and not self.found.lines[-1].text:
            self.found.lines.pop()  # the line after the last line end
        return self.found

    def _take(self, line: str) -> str:
        if self.fence:
            return self._inside_fence(line)
        if not line.strip():
            return "blank"
        if labels.is_separator(line):
            return "separator"
        for reader in (self._keys, self._language, self._number, self._keyword, self._option, self._loose_answer):
            if role := reader(line):
                return role
        return self._text(line)

    # What a line can be. Each returns the line's role, or "" when it is something else.

    def _keys(self, line: str) -> str:
        """The list of answers at the end: a heading, then "1. B" or "1-C 2-A"."""
        if words.heads_answers(line):
            self.in_keys = any(_pairs(one) for one in self.source[self.at : self.at + 3])
            return "answers" if self.in_keys else ""
        pairs = _pairs(line) if self.in_keys else []
        keyword = words.keyword_of(line) if not self.in_keys else None
        if keyword and keyword.name == "answer":
            pairs = _pairs(keyword.value)
            pairs = pairs if len(pairs) > 1 else []
        self.in_keys = self.in_keys and bool(pairs)
        self.found.keys += [(number, answer, self.at) for number, answer in pairs]
        return "answers" if pairs else ""

    def _language(self, line: str) -> str:
        label = labels.language_of(line)
        if not label or label.value not in (self.found.languages or NAMES):
            return ""
        string, _, role = self.nearest
        if label.value in string:
            return ""
        if label.value not in self.found.used:
            self.found.used.append(label.value)
        self._begin(string, label.value, label.column, role, label.text)
        return role

    def _number(self, line: str) -> str:
        label = labels.number_of(line)
        if not label:
            return ""
        indent, number, before = labels.indent_of(line), int(label.value), self.question
        if before and self._is_nested(label, indent, before):
            return "" if self.role == "explanation" else self._add_option(label, indent, "number", False, label.right)
        last = before.number if before and before.number is not None else 0
        if before and not -_FARTHEST * 10 < number - last <= _FARTHEST:
            return ""
        self._open(FoundQuestion(number, self.at, indent, label.style), _column(label), label.text)
        return "question"

    def _keyword(self, line: str) -> str:
        keyword = words.keyword_of(line)
        if not keyword:
            return ""
        name, value, column = keyword.name, keyword.value, labels.indent_of(line) + 2
        if name in ("title", "description", "languages"):
            if self.question:
                return ""
            if name == "languages":
                self.found.languages = words.languages_of(value) or []
                return "setting"
            self._begin(self.found.title if name == "title" else self.found.description, MAIN, column, name, value)
            return name
        if not self.question:
            return ""
        if name == "answer":
            self._end()
            self.question.answers.append((value, self.at))
            self.string, self.role = None, "answer"
            return name
        if name in ("explanation", "why"):
            why = name == "why" and self.question.options
            string = self.question.options[-1].why if why else self.question.explanation
            self._begin(string, MAIN, column, "why" if why else "explanation", value)
            return self.role
        self._set(self.question, name, value)
        return "setting"

    def _option(self, line: str) -> str:
        question, label = self.question, labels.option_of(line)
        if not label or not question:
            return ""
        indent, options = labels.indent_of(line), question.options
        if self.role == "explanation" and options:
            return ""  # a list inside the explanation
        if label.kind == "bullet" and self.role == "why" and indent > options[-1].indent:
            return ""
        lettered = question.last.get("letter")
        if label.kind == "bullet" and lettered and indent > lettered.indent:
            return ""
        if label.kind == "letter" and not lettered and not _is_first(label.value):
            return ""  # "E. coli"
        star, right = _marks(line, label)
        return self._add_option(label, indent, label.kind, star, right)

    def _loose_answer(self, line: str) -> str:
        """Below the options, a line such as "Ans B" is no part of the last one: the class would read the key."""
        value = words.loose_answer(line) if self.question and self.role in ("option", "why") else None
        if not value or not self.question:
            return ""
        self._end()
        self.question.answers.append((value, self.at))
        self.string, self.role = None, "answer"
        return "answer"

    def _text(self, line: str) -> str:
        if self.role == "answer" and self.question and not self.question.answers[-1][0]:
            self.question.answers[-1] = (line.strip(), self.at)  # it stands below its keyword
            return "answer"
        if not self.numbered and self._starts_unnumbered():
            self._open(FoundQuestion(None, self.at, labels.indent_of(line)), labels.indent_of(line), line.strip())
            return "question"
        if not self.question:
            return self._preamble(line)
        if self.string is None or self._is_astray(line):
            if self.blank or self.string is not None:
                self.found.issues.append(Issue(self.at, "notice", "line_ignored", {"text": line.strip()[:80]}))
                return "ignored"
            self._begin(self.question.explanation, MAIN, labels.indent_of(line), "explanation", "")
        self._append(line)
        return self.role

    # What follows from it.

    def _begin(self, string: Strings, slot: str, column: int, role: str, text: str) -> None:
        self._end()
        self.string, self.slot, self.column, self.role = string, slot, column, role
        self.nearest = (string, column, role)
        self.blank = False
        self.parts = [part for part in (string.get(slot, ""), text) if part]
        string.setdefault(slot, "")
        self._open_fence(text, column)

    def _end(self) -> None:
        if self.string is not None and self.parts:
            self.string[self.slot] = "\n".join(self.parts)
        self.parts = []

    def _append(self, line: str) -> None:
        text = labels.dedent(line, self.column)
        guarded = text.lstrip().startswith("\\") and is_special(text.lstrip().lstrip("\\"))
        if guarded:
            text = text.replace("\\", "", 1)
        if self.blank and self.parts:
            self.parts.append("")
        self.parts.append(text if self.parts else text.strip())
        if not guarded:
            self._open_fence(text, min(self.column, labels.indent_of(line)))

    def _open_fence(self, text: str, margin: int) -> None:
        mark = labels.fence_of(text)
        if mark and any(one.strip() == mark for one in self.source[self.at : self.at + _LONGEST_FENCE]):
            self.fence, self.margin = mark, margin

    def _inside_fence(self, line: str) -> str:
        text = labels.dedent(line, self.margin)
        self.parts.append(text)
        if text.strip() == self.fence:
            self.fence = ""
        return self.role

    def _open(self, question: FoundQuestion, column: int, text: str) -> None:
        self.question = question
        self.found.questions.append(question)
        before, options = labels.inline_options(text, 3)
        self._begin(question.text, MAIN, column, "question", before)
        for label, rest in options:
            self._add_option(labels.Label("letter", label, ")", column, rest), question.indent, "letter", False, False)

    def _add_option(self, label: labels.Label, indent: int, kind: str, star: bool, right: bool) -> str:
        assert self.question is not None
        text, more = label.text, list[tuple[str, str]]()
        if kind != "bullet" and label.style in ("(", ")"):
            text, more = labels.inline_options(text, 1, label.value, label.style)
        option = FoundOption(kind, label.value, self.at, indent, right=right, star=star)
        self.question.options.append(option)
        self.question.last[kind] = option
        self.question.numbers += kind == "number"
        self._begin(option.text, MAIN, _column(label), "option", text)
        for letter, rest in more:
            self._add_option(labels.Label("letter", letter, "o", label.column, rest), indent, kind, False, False)
        return "option"

    def _set(self, question: FoundQuestion, name: str, value: str) -> None:
        if name == "time":
            question.time_limit = words.time_of(value) or None
        elif name == "points":
            question.points = words.points_of(value) or 0
        else:
            question.kind = words.kind_of(value) or ""

    def _preamble(self, line: str) -> str:
        """The first line is the title, the others the description."""
        text = line.strip()
        if self.role == "title" and not self.found.title and len(text) <= _LONGEST_TITLE:
            text = text.lstrip("# ").strip("*_ ") or text
            self._begin(self.found.title, MAIN, 0, "title", text)
        elif self.role == "title":
            self._begin(self.found.description, MAIN, 0, "description", text)
        else:
            self._append(line)
        return self.role

    def _is_nested(self, label: labels.Label, indent: int, question: FoundQuestion) -> bool:
        """A number that counts options: farther in than the question's, or 1), 2) below 1., 2."""
        follows = int(label.value) == question.numbers + 1
        if question.number is None or label.style == "word":
            return False
        if indent > question.indent + 1 or (indent > question.indent and follows):
            return True
        return label.style != question.style and follows and (question.numbers > 0 or question.style != "word")

    def _is_astray(self, line: str) -> bool:
        """A line at the margin, after a gap, below the options: a heading or a remark between two questions."""
        assert self.question is not None
        return self.blank and bool(self.question.options) and labels.indent_of(line) <= self.question.indent

    def _starts_unnumbered(self) -> bool:
        question = self.question
        if question is None:
            return self.at == 1 or self.blank or bool(self.found.title)
        if question.options or question.answers:
            return self.blank or self.role == "answer"
        if self.blank and len(self.found.questions) == 1 and not self.found.title:
            self._end()
            self.found.title.update(question.text)  # the first paragraph had no options: it was the title
            self.found.questions.pop()
            return True
        return False


def is_special(line: str) -> bool:
    """Whether a line, were it in the middle of a text, would be taken for something else."""
    return bool(
        labels.is_separator(line)
        or words.heads_answers(line)
        or labels.language_of(line)
        or labels.number_of(line)
        or words.keyword_of(line)
        or words.loose_answer(line)
        or labels.option_of(line)
        or labels.fence_of(line)
    )


def _pairs(line: str) -> list[tuple[int, str]]:
    """The answers in a line of the list at the end; nothing when the line holds anything else."""
    text = labels.ascii_digits(line.strip()[:2000])
    pairs = [(int(found[1]), found[2]) for found in _PAIR.finditer(text)]
    rest = _PAIR.sub("", text).strip(" \t,;.|।、，*")
    return pairs if not rest else []


def _column(label: labels.Label) -> int:
    """Where the text behind a label begins, or would, when it begins in the next line."""
    return label.column + (not label.text)


def _is_first(label: str) -> bool:
    return 0 in labels.ranks(label) or label in ("true", "false", "i")


def _marks(line: str, label: labels.Label) -> tuple[bool, bool]:
    """Whether a star stands before the option, and whether anything that is no star marks it right."""
    body = line.lstrip()
    if not body.startswith(("*", "+")) or body.startswith("**"):
        return False, label.right
    rest = labels.option_of(body[1:])
    return True, bool(rest and rest.right)
