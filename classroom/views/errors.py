"""Error pages in the reader's language. They use neither session nor database: those may be what failed."""

from django.conf import settings
from django.http import HttpResponse
from django.template.loader import render_to_string
from django.utils.translation import gettext as _


def bad_request(request, exception=None):
    return _page(400, _("This request cannot be read"), _("Go back, reload the page and try again."))


def forbidden(request, exception=None):
    text = _("You may not open this page. Perhaps you are signed in as somebody else.")
    return _page(403, _("Not for this account"), text)


def csrf_failure(request, reason=""):
    text = _("This page was open for too long, or cookies are switched off. Go back, reload the page and try again.")
    return _page(403, _("Please try that again"), text)


def not_found(request, exception=None):
    text = _("There is no page at this address. If you typed a room code, check it against the screen in the room.")
    return _page(404, _("Nothing here"), text)


def server_error(request):
    text = _("The server made a mistake. What was stored is safe. Reload the page in a moment.")
    return _page(500, _("Something went wrong"), text)


def _page(status: int, title: str, text: str) -> HttpResponse:
    context = {"heading": title, "text": text, "status": status, "LANGUAGES": settings.LANGUAGES}
    return HttpResponse(render_to_string("classroom/error.html", context), status=status)
