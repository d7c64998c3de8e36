"""Texts of a frozen quiz in templates: ``{% with text=question.text|in_language:LANGUAGE_CODE %}``."""

from collections.abc import Sequence

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import mark_safe
from django.utils.translation import get_language

from classroom.models import Session
from quizzes.frozen import Text, Texts, decode_title, language_of, pick
from quizzes.models import Quiz

register = template.Library()


@register.filter
def in_language(texts: Texts, language: str) -> Text | None:
    """The text in the reader's language, or in one that there is. None: there is no such text."""
    found = pick(texts or {}, language or "")
    return found if found and found.html else None


@register.simple_tag
def title_of(named: Quiz | Session) -> dict[str, str]:
    """{"slot", "lang", "text"}: the title in the reader's language, or in one that there is."""
    reader = (get_language() or "").split("-")[0]
    if isinstance(named, Quiz):
        slot, text = named.title_in(reader)
        return {"slot": slot, "lang": language_of(text, slot), "text": text}
    written = decode_title(named.frozen)
    found = pick(written.title, reader, written.languages)
    return {"slot": "", "lang": found.lang if found else "", "text": found.source if found else named.title}


@register.filter
def percent(part: float) -> int:
    """0.666 -> 67"""
    return round(part * 100)


@register.simple_tag
def in_all(texts: Texts, languages: Sequence[str], chosen: str, classes: str = "prose", element: str = "div") -> str:
    """The text in each language that has it, all but the chosen one hidden: a tap changes them over."""
    there = [language for language in languages if texts and language in texts and texts[language].html]
    shown = chosen if chosen in there else there[0] if there else ""
    pieces = []
    for language in there:
        text = texts[language]
        # Where it is written in one language only, there is nothing to change over.
        mark = format_html(' data-in="{}"', language) if len(there) > 1 else ""
        hidden = "" if language == shown else mark_safe(" hidden")
        pieces.append((element, classes, mark, text.lang, hidden, mark_safe(text.html), element))
    return format_html_join("", '<{} class="{}"{} lang="{}" dir="auto"{}>{}</{}>', pieces)
