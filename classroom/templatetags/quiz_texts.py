"""Texts of a frozen quiz in templates: ``{% with text=question.text|in_language:LANGUAGE_CODE %}``."""

from django import template

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
