"""Addresses of the sockets. The protocol's version is in each."""

from channels.auth import AuthMiddlewareStack
from channels.routing import URLRouter
from channels.sessions import CookieMiddleware
from django.urls import path, re_path

from .checking import CheckConsumer
from .consumers import DeskConsumer, DisplayConsumer, PhoneConsumer, ScreenConsumer


class NowhereConsumer(ScreenConsumer):
    """Any other address: say so in a way that the client understands, instead of a failed handshake."""

    kind = "display"
    find = staticmethod(lambda *address: None)


websocket_application = URLRouter(
    [
        path("ws/v1/phone/<str:code>", CookieMiddleware(PhoneConsumer.as_asgi())),
        path("ws/v1/display/<str:key>", DisplayConsumer.as_asgi()),
        path("ws/v1/desk/<int:pk>", AuthMiddlewareStack(DeskConsumer.as_asgi())),
        path("ws/v1/check/<str:key>", CheckConsumer.as_asgi()),
        re_path(r"^", NowhereConsumer.as_asgi()),
    ]
)
