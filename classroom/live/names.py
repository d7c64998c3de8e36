"""Names of players: cleaned, of a sensible length, and compared by how they look. PURE."""

import unicodedata

LONGEST = 20  # characters as people count them: a letter with its marks is one
_STORED = 80  # code points, the width of the column
_MARKS_PER_LETTER = 4  # Devanagari needs up to three; more is a tower of marks
_JOINERS = {"\u200c", "\u200d"}  # needed inside Indic words and emoji
# What draws nothing though its category does not say so: the Default_Ignorable_Code_Point of Unicode, and blanks.
_INVISIBLE = {
    *range(0x115F, 0x1161),  # Hangul fillers: letters by category
    *(0x3164, 0xFFA0),
    *(0x00AD, 0x034F, 0x061C, 0xFEFF),
    *range(0x17B4, 0x17B6),
    *range(0x180B, 0x1810),
    *range(0x200B, 0x2010),
    *range(0x202A, 0x202F),
    *range(0x2060, 0x2070),
    *range(0xFE00, 0xFE10),
    *range(0xFFF0, 0xFFF9),
    *range(0x1BCA0, 0x1BCA4),
    *range(0x1D173, 0x1D17B),
    *range(0xE0000, 0xE1000),
    *(0x2800, 0x13441, 0x13442, 0x16FE4, 0x1D159),  # blanks: Braille, Egyptian, Khitan, a note without a head
}
_DROPPED = dict.fromkeys(_INVISIBLE)
_DROPPED_FROM_NAMES = dict.fromkeys(_INVISIBLE - {ord(joiner) for joiner in _JOINERS})
_STRETCHES = {"\u0640", "\u07fa"}  # tatweel and its like in N'Ko: they lengthen the line between letters
# Letters that look like a Latin one. For comparing only: Cyrillic "а" and Latin "a" are the same seat.
_ALIKE = str.maketrans(
    "авекмнорстухіјѕԁԛԝαβεικνορτυχγ",
    "abekmhopctyxijsdqwaɓeikvoptuxy".replace("ɓ", "b"),
)


def clean(raw: str) -> str:
    """``raw`` as a name, or "" when no letter and no digit is left: signs alone tell the teacher nothing.

    NFKC; control, invisible and direction-changing characters dropped; white space collapsed; at most
    ``LONGEST`` letters, each with at most a few marks.
    """
    kept: list[str] = []
    letters = marks = 0
    # Normalized again, because marks compose with the letter that an invisible character kept them from.
    visible = unicodedata.normalize("NFKC", raw[:400]).translate(_DROPPED_FROM_NAMES)
    for character in unicodedata.normalize("NFKC", visible):
        category = unicodedata.category(character)
        if character.isspace():
            character, category = " ", "Zs"
            if not kept or kept[-1] == " ":
                continue
        if character in "<>" or (category[0] == "C" and not (character in _JOINERS and kept)):
            continue
        if category[0] == "M" or character in _JOINERS:
            marks += 1
            if not kept or marks > _MARKS_PER_LETTER:
                continue
        else:
            letters, marks = letters + 1, 0
            if letters > LONGEST:
                break
        kept.append(character)
        if len(kept) == _STORED:
            break
    name = "".join(kept).strip(" \u200c\u200d")
    return name if any(_tells(character) for character in name) else ""


def _tells(character: str) -> bool:
    return unicodedata.category(character)[0] in "LN" and character not in _STRETCHES


def key(name: str) -> str:
    """Two names with the same key look alike, and only one of them can sit in a room."""
    folded = unicodedata.normalize("NFKD", name.casefold()).translate(_DROPPED)  # the joiners too
    base = "".join(c for c in folded if not unicodedata.category(c).startswith(("C", "Z")) and c not in _STRETCHES)
    # Accents are dropped from Latin, Greek and Cyrillic letters; in Indic scripts marks are vowels and stay.
    plain = "".join(c for c in base if not 0x0300 <= ord(c) <= 0x036F)
    return plain.translate(_ALIKE)[:160]
