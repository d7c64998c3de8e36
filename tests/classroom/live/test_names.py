"""Names are cleaned, and told apart by how they look."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from classroom.live import names


@pytest.mark.parametrize(
    ("raw", "name"),
    [
        ("  Ben  ", "Ben"),
        ("Ben\n\tCleo", "Ben Cleo"),
        ("<b>Ben</b>", "bBen/b"),
        ("B\u200be\u202en", "Ben"),
        ("हिन्दी", "हिन्दी"),
        ("क्षेत्रज्ञ", "क्षेत्रज्ञ"),
        ("न्\u200dया", "न्\u200dया"),
        ("Ana 👩\u200d🏫", "Ana 👩\u200d🏫"),
        ("7", "7"),
        ("१२", "१२"),
        ("👩\u200d🏫", ""),
        ("!!!", ""),
        ("Ｂｅｎ", "Ben"),
        ("\u200d\u200c", ""),
        ("   ", ""),
        ("\x00", ""),
        ("x" * 50, "x" * 20),
        ("e\u200b\u0301", "é"),
        ("\u0640\u0640\u0640\u0640", ""),
        ("\u0640\u064b", ""),
        ("ع\u0640لي", "ع\u0640لي"),
    ],
)
def test_a_name_is_cleaned(raw, name):
    assert names.clean(raw) == name


INVISIBLE = (
    "\u115f\u1160\u3164\uffa0\u2800\u00ad\u034f\u061c\u17b4\u180b\u200b\u2060\u2065\ufe0f\ufeff\U0001d173\U000e0100"
)


@pytest.mark.parametrize("character", INVISIBLE, ids=lambda character: f"U+{ord(character):04X}")
def test_a_name_of_invisible_characters_is_none_and_one_more_makes_no_other_seat(character):
    assert names.clean(character * 4) == ""
    assert names.clean(f"As{character}ha{character}") == "Asha"
    assert names.key(f"A{character}SHA{character}") == names.key("Asha")


@pytest.mark.parametrize("character", ["\u200c", "\u200d", "\u0640", "\u07fa"])
def test_what_only_joins_or_stretches_makes_no_other_seat(character):
    assert names.key(names.clean(f"As{character}ha")) == names.key("Asha")


def test_a_tower_of_marks_is_cut():
    assert len(names.clean("B" + "\u0301" * 40)) < 8
    assert len(names.clean(("क" + "\u094d\u093c\u0902\u0903") * 20)) <= 80


@pytest.mark.parametrize(("one", "other"), [("Ana", "аnа"), ("BEN", "ben"), ("Cleo ", "C l e o"), ("Dán", "Dan")])
def test_names_that_look_alike_are_one_seat(one, other):
    assert names.key(names.clean(one)) == names.key(names.clean(other))


@pytest.mark.parametrize(("one", "other"), [("Ben", "Cleo"), ("कल", "काल"), ("किरण", "करण")])
def test_names_that_differ_are_two_seats(one, other):
    assert names.key(one) != names.key(other)


@given(st.text(max_size=120))
def test_nothing_invisible_survives_and_cleaning_again_changes_nothing(raw):
    name = names.clean(raw)
    assert not [one for one in name if unicodedata.category(one) in ("Cc", "Cs", "Co", "Cn")]
    assert not set(name) & set("<>\u202a\u202b\u202d\u202e\u2066\u2067\u2068\u200b\ufeff")
    assert len(name) <= 80 and len(names.key(name)) <= 160
    assert names.clean(name) == name
