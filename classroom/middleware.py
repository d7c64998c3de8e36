"""What every request passes through: whose address it was sent to, what the page may load, in which language."""

import ipaddress
import re
import socket

from asgiref.sync import iscoroutinefunction, markcoroutinefunction
from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.http import HttpResponseBadRequest
from django.utils import translation
from django.utils.cache import patch_vary_headers
from django.utils.translation.trans_real import parse_accept_lang_header

LANGUAGE_COOKIE = "prashna_language"

_LABEL = re.compile(r"[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?")


class Middleware:
    """Runs on the event loop for async views and in the caller's thread for the others: no hop for either."""

    sync_capable = async_capable = True

    def __init__(self, get_response):
        self.get_response = get_response
        self.is_async = iscoroutinefunction(get_response)
        if self.is_async:
            markcoroutinefunction(self)


def host_is_ours(host: str) -> bool:
    """May a request name this host (with or without a port)?

    The addresses of this machine change with its network, so none is listed. What DNS rebinding needs is a public
    name that leads here; an address, a name without dots and a ``.local`` name are never that.
    """
    name = _without_port(host.strip().lower())
    if name in settings.EXTRA_HOSTS or "*" in settings.EXTRA_HOSTS:
        return True
    try:
        ipaddress.ip_address(name.strip("[]").partition("%")[0])
        return True
    except ValueError:
        pass
    labels = name.removesuffix(".").split(".")
    if not all(_LABEL.fullmatch(label) for label in labels):
        return False
    return len(labels) == 1 or labels[-1] in ("local", "localhost") or name == socket.gethostname().lower()


def _without_port(host: str) -> str:
    if host.startswith("["):
        return host.partition("]")[0] + "]"
    return host.partition(":")[0] if host.count(":") == 1 else host


class HostCheck(Middleware):
    """Refuses requests that were sent to a name which is not ours."""

    def __call__(self, request):
        if self.is_async:
            return self._acall(request)
        return self._refusal(request) or self.get_response(request)

    async def _acall(self, request):
        return self._refusal(request) or await self.get_response(request)

    @staticmethod
    def _refusal(request):
        try:
            if host_is_ours(request.get_host()):
                return None
        except DisallowedHost:
            pass
        # In English: the language of this reader is not known yet, and the sentence is for whoever set the name up.
        text = "This server does not answer to that name. If it should, add the name to PRASHNA_HOSTS.\n"
        return HttpResponseBadRequest(
            text, content_type="text/plain; charset=utf-8", headers={"X-Content-Type-Options": "nosniff"}
        )


class ContentSecurityPolicy(Middleware):
    """Pages load only what this server sends, run no inline code, and cannot be framed."""

    def __call__(self, request):
        if self.is_async:
            return self._acall(request)
        return self._protect(request, self.get_response(request))

    async def _acall(self, request):
        return self._protect(request, await self.get_response(request))

    @staticmethod
    def _protect(request, response):
        # 'self' does not cover WebSockets in Safari before 15.4.
        socket_origin = f"{'wss' if request.is_secure() else 'ws'}://{request.get_host()}"
        response.headers.setdefault(
            "Content-Security-Policy",
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
            f"connect-src 'self' {socket_origin}; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
        )
        response.headers.setdefault("Referrer-Policy", "same-origin")
        response.headers.setdefault("X-Content-Type-Options", "nosniff")
        return response


class ChosenLanguage(Middleware):
    """The setting's language, else the reader's choice (a cookie, no session), else the browser's."""

    def __call__(self, request):
        if self.is_async:
            return self._acall(request)
        translation.activate(chosen_language(request))
        request.LANGUAGE_CODE = translation.get_language()
        return self._label(request, self.get_response(request))

    async def _acall(self, request):
        translation.activate(chosen_language(request))
        request.LANGUAGE_CODE = translation.get_language()
        return self._label(request, await self.get_response(request))

    @staticmethod
    def _label(request, response):
        if response.headers.get("Content-Type", "").startswith("text/html"):
            response.headers.setdefault("Content-Language", request.LANGUAGE_CODE)
            if not settings.FORCED_LANGUAGE:
                patch_vary_headers(response, ("Accept-Language", "Cookie"))
        return response


def chosen_language(request) -> str:
    """One of ``settings.LANGUAGES``."""
    ours = dict(settings.LANGUAGES)
    wishes = [settings.FORCED_LANGUAGE, request.COOKIES.get(LANGUAGE_COOKIE, "")]
    accepted = request.headers.get("Accept-Language", "")[:500].lower()
    wishes += [code.split("-")[0] for code, _ in parse_accept_lang_header(accepted)]
    return next((wish for wish in wishes if wish in ours), settings.LANGUAGE_CODE)
