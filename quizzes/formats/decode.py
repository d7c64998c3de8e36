"""From bytes to text: which encoding it is in, and one way to write line ends and spaces.

PURE. Teachers' files come from every editor of the last thirty years.
"""

import codecs
import re
import unicodedata

from charset_normalizer import from_bytes

LARGEST = 5 * 1024 * 1024  # bytes
_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_SIGNATURES = (b"PK\x03\x04", b"%PDF", b"\xd0\xcf\x11\xe0", b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"\x1f\x8b")
_LINE_END = re.compile("\r\n|[\r\u2028\u2029\x0b\x0c\x85]")
_SPACES = {0xA0: " ", 0x202F: " ", 0x2007: " ", 0x200B: None, 0xFEFF: None, 0x0: None}
# What editors have written, the likeliest first: that decides between equals, and short texts have many.
_LIKELY = (
    "cp1252", "cp1251", "gb18030", "cp1250", "cp1256", "cp1254", "cp1253", "cp1255", "shift_jis", "euc_kr", "big5",
    "utf_16_le", "utf_16_be",
)  # fmt: skip
_GUESS_FROM = 64 * 1024  # bytes that the guess looks at: the whole of a large file takes seconds


class Unreadable(ValueError):
    """It cannot be read as text at all. ``code`` is stable: ``too_large`` or ``not_text``."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def decode(data: bytes) -> tuple[str, str, bool]:
    """The text, its encoding, and whether that encoding is only a guess. Raises ``Unreadable``."""
    if len(data) > LARGEST:
        raise Unreadable("too_large")
    if data.startswith(_SIGNATURES):
        raise Unreadable("not_text")
    text, encoding, guessed = _decode(data)
    return tidy(text), encoding, guessed


def tidy(text: str) -> str:
    """Lines end with LF, spaces are spaces, letters are composed (NFC)."""
    return unicodedata.normalize("NFC", _LINE_END.sub("\n", text).translate(_SPACES))


def _decode(data: bytes) -> tuple[str, str, bool]:
    for bom, encoding in _BOMS:
        if data.startswith(bom):
            return data[len(bom) :].decode(encoding, "replace"), encoding, False
    # UTF-16 without a mark is often valid UTF-8 (U+0939 is the bytes of "9" and a tab); its NULs betray it.
    if b"\0" not in data:
        try:
            return data.decode("utf-8"), "utf-8", False
        except UnicodeDecodeError:
            pass
    return _guess(data)


def _guess(data: bytes) -> tuple[str, str, bool]:
    cut = _GUESS_FROM  # even, so that no UTF-16 letter is cut in two
    found = list(from_bytes(data[:cut], cp_isolation=list(_LIKELY)))
    best = min(((one.chaos, -one.coherence) for one in found), default=None)
    equals = {name for one in found if (one.chaos, -one.coherence) == best for name in one.could_be_from_charset}
    encoding = next((one for one in _LIKELY if one in equals), None)
    if encoding is None:
        raise Unreadable("not_text")
    return data.decode(encoding, "replace"), encoding.replace("_", "-"), True
