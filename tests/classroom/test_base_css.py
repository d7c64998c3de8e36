"""The look keeps its promises: small, readable in both themes, nothing from other servers."""

import re
from itertools import product
from pathlib import Path

import pytest

import classroom

CSS = (Path(classroom.__file__).parent / "static/classroom/base.css").read_text()
BLOCKS = re.findall(r':root(?:\[data-theme="dark"\]|:not\(\[data-theme="light"\]\))? \{(.*?)\}', CSS, re.S)
LIGHT, SYSTEM_DARK, DARK = (dict(re.findall(r"--([\w-]+): (#[0-9a-f]{3,6});", block)) for block in BLOCKS[:3])
THEMES = {"light": LIGHT, "dark": {**LIGHT, **DARK}}
GROUNDS = ("bg", "surface", "sunken")


def luminance(colour):
    digits = colour[1:] if len(colour) == 7 else "".join(2 * digit for digit in colour[1:])
    parts = [int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one, other):
    """WCAG 2.2, relative luminance."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


SOFT = ("ok-soft", "bad-soft", "warn-soft")
PAIRS = [
    *((text, ground, 7) for text, ground in product(("ink", "ink-soft"), GROUNDS)),
    *(("ink", soft, 7) for soft in SOFT),
    *((text, ground, 4.5) for text, ground in product(("ok", "bad", "warn", "action"), GROUNDS)),
    *((name, f"{name}-soft", 4.5) for name in ("ok", "bad", "warn")),
    ("action-ink", "action", 7),
    ("accent-ink", "accent", 7),
    *((line, ground, 3) for line, ground in product(("edge", "focus"), GROUNDS)),
    *(("opt-ink", f"opt-{letter}", 4.5) for letter in "abcdefghij"),
    *((f"opt-{letter}", ground, 3) for letter, ground in product("abcdefghij", (*GROUNDS, *SOFT))),
]


@pytest.mark.parametrize("theme", THEMES)
def test_every_pair_of_colours_has_enough_contrast(theme):
    colours = THEMES[theme]
    poor = {
        (one, other): round(contrast(colours[one], colours[other]), 2)
        for one, other, least in PAIRS
        if contrast(colours[one], colours[other]) < least
    }
    assert poor == {}


def test_dark_is_the_same_by_the_system_and_by_choice():
    assert SYSTEM_DARK == DARK


def test_it_is_small_and_fetches_nothing():
    assert len(CSS.encode()) <= 16_000
    assert "url(" not in CSS and "@import" not in CSS


@pytest.mark.parametrize("letter", "abcdefghij")
def test_each_option_has_a_colour_and_a_shape_of_its_own(letter):
    shapes = dict(re.findall(r"\.opt-(\w) \{[^}]*?--shape: ([^;]+);", CSS))
    assert len(set(shapes.values())) == 10 and shapes[letter]
    for colours in THEMES.values():
        assert len({colours[f"opt-{other}"] for other in "abcdefghij"}) == 10
