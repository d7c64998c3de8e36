"""Which options an answer means: "B", "A, C", "ABD", "(ख) text", "2", "true", or an option's own words. PURE."""

import re
import unicodedata

from .. import keywords as words
from .. import labels
from .found import FoundOption

_SPLIT = re.compile(r"[\s,;/&+、，；]+(?:(?:and|und|और|तथा|व|и|y|et|و|和)[\s,]+)?")
_LEADING = re.compile(
    r"[(（\[]?(?P<label>[^\W\d_]|\d{1,2}|[ivx]{2,4})"
    r"(?:[)）\]][.:]?|[.:：、](?=\s|[^\W\d_]|$)|[ \t]+[-–—][ \t])"
)
_OPTION = re.compile(r"(?:option|choice|विकल्प|вариант|选项)\s+", re.IGNORECASE)
_LONGEST_LIST = 60  # characters


def resolve(value: str, options: list[FoundOption]) -> list[int] | None:
    """The places of the options that the answer names, from 0; None when it names none or nobody can tell."""
    value = value.strip().strip("*_").strip()
    value = value[found.end() :] if (found := _OPTION.match(value)) else value
    if len(options) < 2:
        return None  # a line that was not understood, rather than a choice
    named = _by_text(value, options)
    if named is None:
        named = _by_labels(value, options)
    if named is None:
        named = _by_label_and_text(value, options)
    if named is None and len(options) == 2:
        named = _by_truth(value, options)
    return named


def _plain(text: str) -> str:
    """What is compared of a text: case, width, joiners, space and a full stop at the end make no difference."""
    text = unicodedata.normalize("NFKC", text).casefold().replace("\u200c", "").replace("\u200d", "")
    return " ".join(text.split()).rstrip(" .।。")


def _by_text(value: str, options: list[FoundOption]) -> list[int] | None:
    wanted = _plain(value)
    places = [at for at, one in enumerate(options) if wanted and wanted in map(_plain, one.text.values())]
    return places if len(places) == 1 else None


def _by_labels(value: str, options: list[FoundOption]) -> list[int] | None:
    if len(value) > _LONGEST_LIST:
        return None
    tokens = [one.strip("()（）[].。।:：") for one in _SPLIT.split(value)]
    tokens = [one for one in tokens if one]
    if len(tokens) == 1 and _is_run(tokens[0]) and _place(tokens[0], options) is None:
        tokens = list(tokens[0])  # "ABD"
    places = [_place(one, options) for one in tokens]
    found = [one for one in places if one is not None]
    return sorted(set(found)) if found and len(found) == len(places) else None


def _is_run(token: str) -> bool:
    return len(set(token)) == len(token) > 1 and labels.same_label(token) not in labels.ROMAN


def _by_label_and_text(value: str, options: list[FoundOption]) -> list[int] | None:
    """ "B) some words": the label counts, unless the words are those of another option."""
    found = _LEADING.match(value)
    place = _place(found["label"], options) if found else None
    if found is None or place is None:
        return None
    by_text = _by_text(value[found.end() :], options)
    return [place] if by_text is None or by_text == [place] else None


def _by_truth(value: str, options: list[FoundOption]) -> list[int] | None:
    truth = words.truth_of(value)
    said = [{words.truth_of(text) for text in (*one.text.values(), one.label)} - {None} for one in options]
    places = [at for at, one in enumerate(said) if one == {truth}]
    return places if truth is not None and len(places) == 1 else None


def _place(token: str, options: list[FoundOption]) -> int | None:
    """The option with that label; else the one at the place that the label counts to."""
    label = labels.same_label(token)
    same = [at for at, one in enumerate(options) if one.label == label]
    if len(same) == 1:
        return same[0]
    if same:
        return None
    places = set(labels.ranks(label)) | ({labels.ROMAN.index(label)} if label in labels.ROMAN[1:] else set())
    families = [one for one in labels.FAMILIES if any(option.label and option.label in one for option in options)]
    own = [family.index(label) for family in families if label in family]
    places = set(own) or places
    return places.pop() if len(places) == 1 and max(places) < len(options) else None
