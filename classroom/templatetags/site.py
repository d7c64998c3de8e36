"""What the base template asks of the settings."""

from django import template
from django.conf import settings
from django.urls import reverse
from django.utils.translation import get_language

from classroom import addresses
from classroom.models import Session

register = template.Library()


@register.simple_tag
def other_languages():
    """The languages one may switch to: none when the settings force one for everybody."""
    if settings.FORCED_LANGUAGE:
        return []
    return [{"code": code, "name": name} for code, name in settings.LANGUAGES if code != get_language()]


@register.simple_tag(takes_context=True)
def public_address(context, view, *args):
    """The address of a view as other devices can open it, also where the host came by ``localhost``."""
    return addresses.public_base(context["request"]) + reverse(view, args=args)


@register.simple_tag
def open_sessions(quiz):
    """The sessions on this quiz that keep its practice page closed."""
    return Session.objects.filter(quiz=quiz, ended_at=None)
