"""What a line begins with: a number, a letter, a bullet, a keyword, a language. PURE.

Labels are looked for in the first characters of a line only, so a line of any length costs the same.
"""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

HEAD = 60  # characters of a line that may hold its label
_TAB = 4

# Cyrillic and Greek letters that look like Latin ones. For labels only, never in a text.
_TWINS = str.maketrans("авсенкмортхуіΑΒΕΗΙΚΜΝΟΡΤΧ".casefold(), "abcehkmoptxyiabehikmnoptx")
# Letters that options are counted with, in order.
FAMILIES = (
    "abcdefghijklmnopqrstuvwxyz",
    "абвгдежзиклмнопрст",
    "कखगघङचछजझञ",
    "अआइईउऊऋएऐओ",
    "अबसदइफ",
    "ابجدهوزحطي",
    "أبجدهوزحطي",
    "কখগঘঙচছজঝঞ",
    "અબકડઈફગહ",
    "કખગઘઙચછજ",
    "ਕਖਗਘਙਚਛਜ",
    "கஙசஞடணதந",
    "అఆఇఈఉఊఋఎ",
    "ಅಆಇಈಉಊಋಎ",
    "αβγδεζηθικ",
    "אבגדהוזחטי",
    "가나다라마바사아",
    "甲乙丙丁戊己庚辛",
    "アイウエオカキク",
)

ROMAN = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x")
_SEQUENCES = (*map(tuple, FAMILIES), ROMAN, tuple(str(number) for number in range(1, 21)))

_WORD = (
    r"Questions?|Que|Ques|Q|प्रश्न|प्र|सवाल|Вопрос|سؤال|السؤال|س|问题|問題|题|題|Pregunta|Frage|Pergunta|Domanda"
    r"|প্রশ্ন|પ્રશ્ન|ਪ੍ਰਸ਼ਨ|பிரச்சனை|கேள்வி|ప్రశ్న|ಪ್ರಶ್ನೆ|ചോദ്യം|سوال|Soru|문제|문|問"
)
_STOP = r"[.):：．、）।•]"
_NUMBER = re.compile(
    rf"(?P<wrap>(?:\#{{1,6}} +)?(?:\*\*|__)?)"
    rf"(?:第 ?(?P<n1>\d{{1,4}}) ?[题題问問道](?: ?[.:：、．])?"
    rf"|(?:{_WORD})[.]? ?(?:No[.]?|संख्या|क्रमांक|№|\#)? ?(?P<n2>\d{{1,4}})(?: ?(?:{_STOP}|[-–—](?=\s|$))|(?=\s|$|\*))"
    rf"|(?P<open>[(（])(?P<n3>\d{{1,4}})[)）]"
    rf"|[№#]? ?(?P<n4>\d{{1,4}})(?P<stop>{_STOP}|\.\)| ?[-–—](?=\s)))"
    rf"(?!\d)",
    re.IGNORECASE,
)
_LETTER = re.compile(
    r"(?:(?P<open>[(（\[])(?P<l1>[^\W\d_]|[ivx]{2,4})[)）\]]"
    r"|(?P<l2>[^\W\d_]|[ivx]{2,4}|true|false)(?P<stop>[.)．）、：]|\.\))"
    r"|(?P<l3>[①-⑳ⓐ-ⓩⒶ-Ⓩ㉠-㉭➀-➉❶-❿]))",
    re.IGNORECASE,
)
_INLINE = re.compile(r"(?:^|(?<=\s))(?P<open>[(（]?)(?P<label>[^\W\d_]|\d{1,2}|[ivx]{2,4})[)）][ \t]*", re.IGNORECASE)
_LONGEST_INLINE = 2000  # characters of a line that holds several options
_BULLET = re.compile(
    r"[•●○◦▪■□◆◇►▶➢➤‣⁃\uf0b7\uf0a7\uf0d8\uf076](?!\w)[ \t]*|[§Øü](?=\t)[ \t]+"
    r"|[-–—*·o+](?=[ \t])[ \t]+|[•●‣](?=\w)|[-–*·+]$"
)
_CHECK = re.compile(r"(?:\[(?P<b>[ xX✓✔*]?)\]|\((?P<p> ?|[*✓✔])\)|(?P<s>[☐☑☒🗹]))(?=\s|$)[ \t]*")
_TICK = re.compile(r"(?:✅|✓|✔|☑)\ufe0f?[ \t]*")
_CROSS = re.compile(r"(?:❌|✗|✘)\ufe0f?[ \t]*")
_LANGUAGE = re.compile(r"\[(?P<code>[a-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3})\](?=\s|$)[ \t]*")
_SEPARATOR = re.compile(r"(?:[-–—=_*~#•·.] ?){3,}")
_FENCE = re.compile(r"(`{3,}|~{3,})")


@dataclass(frozen=True)
class Label:
    """``kind``: number, letter, bullet or language. ``column``: where the text after it begins."""

    kind: str
    value: str
    style: str
    column: int
    text: str
    right: bool = False


def indent_of(line: str) -> int:
    return _width(line[: len(line) - len(line.lstrip(" \t"))])


def dedent(line: str, columns: int) -> str:
    """The line without at most so many columns of white space at its beginning."""
    at = 0
    while at < len(line) and line[at] in " \t" and columns > 0:
        columns -= _TAB if line[at] == "\t" else 1
        at += 1
    return line[at:]


def ascii_digits(text: str) -> str:
    """The same length, with the digits of any script as 0 to 9."""
    return "".join(str(unicodedata.decimal(c)) if c.isdecimal() and not c.isascii() else c for c in text)


def same_label(text: str) -> str:
    """What two labels have in common when a reader takes them for the same: case, width, look-alike letters."""
    return ascii_digits(unicodedata.normalize("NFKC", text)).casefold().translate(_TWINS)


def ranks(label: str) -> set[int]:
    """The places, from 0, that a letter or a number can stand for."""
    if label.isdecimal():
        return {int(label) - 1}
    return {family.index(label) for family in FAMILIES if label in family}


def number_of(line: str) -> Label | None:
    body = line.lstrip(" \t")
    found = _NUMBER.match(ascii_digits(body[:HEAD]))
    if not found:
        return None
    value = next(found[name] for name in ("n1", "n2", "n3", "n4") if found[name])
    style = "(" if found["open"] else (found["stop"] or "word").strip()
    wrap = found["wrap"].strip("# ")
    end = found.end() + len(body[found.end() :]) - len(body[found.end() :].lstrip(" \t"))
    text = body[end:]
    if wrap:
        text = text.replace(wrap, "", 1).strip()
    return Label("number", str(int(value)), style, _width(line[: len(line) - len(body) + end]), text)


def option_of(line: str) -> Label | None:
    """A bullet, a tick box or a letter, in this order, each of them optional but one."""
    body = line.lstrip(" \t")
    at, right, kind, value, style = 0, False, "", "", ""
    if bullet := _BULLET.match(body):
        at, kind, style = bullet.end(), "bullet", bullet[0].strip()
        right = style == "+"
    if tick := _TICK.match(body, at):
        at, kind, right = tick.end(), kind or "bullet", True
    elif cross := _CROSS.match(body, at):
        at, kind = cross.end(), kind or "bullet"
    elif check := _CHECK.match(body, at):
        at, kind, style = check.end(), "bullet", "[]"
        right = bool((check["b"] or check["p"] or "").strip()) or check["s"] in ("☑", "☒", "🗹")
    letter = _letter(body, at)
    if letter is None and not kind and body.startswith("*") and (letter := _letter(body, 1)):
        style, right = "*letter", True
    if letter:
        kind, value, at, stop = letter
        right = right or style == "*"
        style = stop
        tick = _TICK.match(body, at)
        at, right = (tick.end(), True) if tick else (at, right)
    if not kind:
        return None
    return Label(kind, same_label(value), style, _width(line[: len(line) - len(body) + at]), body[at:], right)


def _letter(body: str, at: int) -> tuple[str, str, int, str] | None:
    found = _LETTER.match(body[: at + HEAD], at)
    if not found:
        return None
    value = found["l1"] or found["l2"] or found["l3"]
    rest = body[found.end() : found.end() + 2]
    # "e.g." and "U.S." are words, "[a]b" is code
    tight = rest[:1].isalnum() and (found["stop"] == "." or found["open"] == "[")
    if tight and (found["open"] or not rest[1:].isalpha() or (value.islower() and rest[:1].islower())):
        return None
    space = body[found.end() :]
    return "letter", value, found.end() + len(space) - len(space.lstrip(" \t")), found["open"] or found["stop"] or "o"


def inline_options(text: str, least: int, after: str = "", style: str = "") -> tuple[str, list[tuple[str, str]]]:
    """Options that follow each other in one line, as in "(a) 3 (b) 4 (c) 5": what stands before them, and they.

    ``after`` and ``style``: the label that they go on from. Fewer than ``least`` are no options but part of the text.
    """
    if len(text) > _LONGEST_INLINE:
        return text, []
    seen = [(same_label(one["label"]), bool(one["open"]), one) for one in _INLINE.finditer(text)]
    chains = [_chain(seen, one, after, style) for one in _SEQUENCES if not after or after in one]
    found = max(chains, key=len, default=[])
    if len(found) < least:
        return text, []
    ends = [one.start() for _, one in found[1:]] + [len(text)]
    options = [(label, text[one.end() : end].strip()) for (label, one), end in zip(found, ends, strict=True)]
    return text[: found[0][1].start()].rstrip(), options


def _chain(
    seen: list[tuple[str, bool, re.Match[str]]], sequence: Sequence[str], after: str, style: str
) -> list[tuple[str, re.Match[str]]]:
    """The labels that stand in the order of the sequence, all written alike: (b) does not follow a)."""
    place = sequence.index(after) + 1 if after else 0
    is_open = style == "(" if style else None
    found = []
    for label, opens, one in seen:
        if place < len(sequence) and label == sequence[place] and is_open in (None, opens):
            found.append((label, one))
            place, is_open = place + 1, opens
    return found


def language_of(line: str) -> Label | None:
    body = line.lstrip(" \t")
    found = _LANGUAGE.match(body[:HEAD])
    if not found:
        return None
    return Label("language", found["code"], "", indent_of(line) + 2, body[found.end() :])


def is_separator(line: str) -> bool:
    body = line.strip()
    return len(body) <= 400 and len(set(body) - {" "}) == 1 and bool(_SEPARATOR.fullmatch(body))


def fence_of(text: str) -> str:
    """The backticks or tildes that open a block of code, or nothing."""
    found = _FENCE.match(text.lstrip(" \t")[:HEAD])
    return found[1] if found else ""


def _width(space: str) -> int:
    return len(space) + (_TAB - 1) * space.count("\t")
