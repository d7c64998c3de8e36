"""Names of players: cleaned, of a sensible length, and compared by how they look. PURE."""

import unicodedata

LONGEST = 20  # characters as people count them: a letter with its marks is one
_STORED = 80  # code points, the width of the column
_MARKS_PER_LETTER = 4  # Devanagari needs up to three; more is a tower of marks
_JOINERS = {"\u200c", "\u200d"}  # needed inside Indic words and emoji
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
    for character in unicodedata.normalize("NFKC", raw[:400]):
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
    return name if any(unicodedata.category(character)[0] in "LN" for character in name) else ""


def key(name: str) -> str:
    """Two names with the same key look alike, and only one of them can sit in a room."""
    folded = unicodedata.normalize("NFKD", name.casefold())
    base = "".join(c for c in folded if not unicodedata.category(c).startswith(("C", "Z")) and c not in _JOINERS)
    # Accents are dropped from Latin, Greek and Cyrillic letters; in Indic scripts marks are vowels and stay.
    plain = "".join(c for c in base if not 0x0300 <= ord(c) <= 0x036F)
    return plain.translate(_ALIKE)[:160]
