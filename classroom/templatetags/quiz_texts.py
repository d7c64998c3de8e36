"""Texts of a frozen quiz in templates: ``{% with text=question.text|in_language:LANGUAGE_CODE %}``."""

from collections.abc import Sequence

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import mark_safe

from quizzes.frozen import Text, Texts, pick

register = template.Library()


@register.filter
def in_language(texts: Texts, language: str) -> Text | None:
    """The text in the reader's language, or in one that there is. None: there is no such text."""
    found = pick(texts or {}, language or "")
    return found if found and found.html else None


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
