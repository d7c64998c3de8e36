"""The socket of "check the room": it opens, and it answers pings. Nothing else is said on it."""

from typing import Any

from channels.consumer import AsyncConsumer
from channels.exceptions import StopConsumer

from ..models import RoomCheck
from . import hub, protocol
from .consumers import same_origin

_MOST_MESSAGES = 50  # a check needs five


class CheckConsumer(AsyncConsumer):
    messages = 0

    async def dispatch(self, message: dict[str, Any]) -> None:
        """As for the screens: no hop to a thread before every message, it would be measured too."""
        await getattr(self, message["type"].replace(".", "_"))(message)

    async def websocket_connect(self, message: dict[str, Any]) -> None:
        await self.base_send({"type": "websocket.accept"})
        here = await hub.startup()
        known = await here.writer.run(_exists, self.scope["url_route"]["kwargs"]["key"])
        if not known or not same_origin(self.scope):
            await self.base_send({"type": "websocket.close", "code": protocol.CLOSE_NO_SUCH_ROOM})

    async def websocket_receive(self, message: dict[str, Any]) -> None:
        self.messages += 1
        try:
            ping = protocol.decode("display", message.get("text") or "")
        except protocol.Malformed:
            ping = None
        if ping is None or self.messages > _MOST_MESSAGES:
            await self.base_send({"type": "websocket.close", "code": protocol.CLOSE_TOO_FAST})
            return
        pong = protocol.Pong(id=ping.id, version=0)
        await self.base_send({"type": "websocket.send", "text": protocol.encode(pong)})

    async def websocket_disconnect(self, message: dict[str, Any]) -> None:
        raise StopConsumer()


def _exists(key: str) -> bool:
    return RoomCheck.objects.filter(key=key).exists()
