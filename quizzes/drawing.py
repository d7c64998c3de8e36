"""A question drawn as the phone shows it, for the preview and the page of a quiz."""

from collections.abc import Sequence
from typing import Any

from django.conf import settings

from .frozen import language_of
from .languages import name
from .markup import plain, render, render_inline
from .sheets import Sheet, Strings

LETTERS = "ABCDEFGHIJ"


def draw(sheet: Sheet, languages: Sequence[str]) -> list[dict[str, Any]]:
    """One picture of the question for each language of the quiz."""
    return [_draw(sheet, language, languages) for language in languages]


def _draw(sheet: Sheet, language: str, languages: Sequence[str]) -> dict[str, Any]:
    def text(strings: Strings, with_function=render) -> dict[str, str] | None:
        source, declared = _pick(strings, language, languages)
        if not source.strip():
            return None
        return {"html": with_function(source), "lang": language_of(source, declared)}

    return {
        "language": language,
        "name": name(language),
        "text": text(sheet["text"]),
        "explanation": text(sheet["explanation"]),
        "image": f"{settings.MEDIA_URL}{sheet['image']}" if sheet["image"] else "",
        "image_alt": text(sheet["image_alt"], plain),
        "options": [
            {
                "letter": letter,
                "key": letter.lower(),
                "text": text(option["text"], render_inline),
                "explanation": text(option["explanation"], render_inline),
                "correct": option["correct"],
            }
            for letter, option in zip(LETTERS, sheet["options"], strict=False)
        ],
    }


def _pick(strings: Strings, language: str, languages: Sequence[str]) -> tuple[str, str]:
    """As on the phone: what is missing in a language is shown in another one."""
    for candidate in (language, *languages):
        if strings.get(candidate, "").strip():
            return strings[candidate], candidate
    return "", language
