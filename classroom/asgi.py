"""The ASGI application: pages over HTTP, the live protocol over WebSockets."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "classroom.settings")
http_application = get_asgi_application()  # first: what follows needs the apps to be loaded

from channels.routing import ProtocolTypeRouter  # noqa: E402

from classroom.live.routing import websocket_application  # noqa: E402
from classroom.middleware import host_is_ours  # noqa: E402

_by_protocol = ProtocolTypeRouter({"http": http_application, "websocket": websocket_application})


async def application(scope, receive, send):
    if scope["type"] == "websocket" and not host_is_ours(dict(scope["headers"]).get(b"host", b"").decode("latin-1")):
        await receive()
        await send({"type": "websocket.close"})  # pages pass through middleware.HostCheck, sockets only here
        return
    # No address of ours has a NUL in it, and PostgreSQL cannot even be asked for one: such an address leads nowhere.
    scope["path"] = scope["path"].replace("\x00", "\ufffd")
    scope["query_string"] = scope["query_string"].replace(b"%00", b"%EF%BF%BD")
    # Daphne lets any client move the site below a prefix with a header of its own; a proxy in front needs that no more.
    await _by_protocol({**scope, "root_path": ""}, receive, send)
