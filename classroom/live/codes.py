"""Room codes: six digits and letters that cannot be confused, and no vowels, so that no code is a word. PURE."""

ALPHABET = "CDFHJKMNPRTWXY23456789"
LENGTH = 6
# What people type for what they saw or heard.
_ALIKE = str.maketrans({"B": "8", "S": "5", "Z": "2", "G": "6", "Q": "9", "V": "W", "U": "W"})


def normalise(text: str) -> str:
    """The code in ``text`` (any case, any decimal digits, spaces and dashes left out), or "" if it is none."""
    letters = (str(int(character)) if character.isdecimal() else character.upper() for character in text)
    code = "".join(letter for letter in letters if letter.isalnum()).translate(_ALIKE)
    return code if len(code) == LENGTH and set(code) <= set(ALPHABET) else ""


def make(chances: list[int]) -> str:
    """A code from ``LENGTH`` random numbers."""
    return "".join(ALPHABET[chance % len(ALPHABET)] for chance in chances)
