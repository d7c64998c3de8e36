"""What the base template asks of the settings."""

from django import template
from django.conf import settings
from django.utils.translation import get_language

register = template.Library()


@register.simple_tag
def other_languages():
    """The languages one may switch to: none when the settings force one for everybody."""
    if settings.FORCED_LANGUAGE:
        return []
    return [{"code": code, "name": name} for code, name in settings.LANGUAGES if code != get_language()]
