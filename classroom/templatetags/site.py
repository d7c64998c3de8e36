"""What the base template asks of the settings."""

from django import template
from django.conf import settings
from django.utils.translation import get_language, get_language_info

register = template.Library()


@register.simple_tag
def other_languages():
    """The languages one may switch to: none when the settings force one for everybody."""
    if settings.FORCED_LANGUAGE:
        return []
    return [get_language_info(code) for code, _ in settings.LANGUAGES if code != get_language()]
