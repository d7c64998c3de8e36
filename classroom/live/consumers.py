"""Channels consumers: a socket to messages and back, and who is this. No rules.

Each extends the raw consumer, without a channel layer: the hub calls ``send`` itself, with one text for all.
"""

import logging
import time
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from channels.consumer import AsyncConsumer
from channels.exceptions import StopConsumer

from . import answers, hub, joining, lookup, protocol, store
from .pace import Pace
from .room import Phone, Room
from .rules import Rejected

log = logging.getLogger("prashna.live")
_FAULTS = 10  # malformed messages until the socket is closed


class ScreenConsumer(AsyncConsumer):
    """What phone, display and desk have in common."""

    kind = ""
    room: Room | None = None
    closed = False
    faults = 0

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.pace = Pace()

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Channels would hop to a thread before every message to close database connections; none are used here."""
        handler = getattr(self, message["type"].replace(".", "_"))
        await handler(message)

    async def websocket_connect(self, message: dict[str, Any]) -> None:
        await self.base_send({"type": "websocket.accept"})
        if not same_origin(self.scope):
            log.info("socket refused: foreign origin")
            return await self.leave(protocol.CLOSE_NOT_IN)
        try:
            fault = await self._come_in()
        except Exception:  # the database is away: they come back
            log.exception("a socket could not be let in")
            fault = protocol.CLOSE_RESTART
        if fault:
            await self.leave(fault)

    async def _come_in(self) -> int | None:
        self.hub = await hub.startup()
        session = await self.hub.writer.run(self.find, *self.scope["url_route"]["kwargs"].values())
        self.room = await self.hub.room(session) if session else None
        return protocol.CLOSE_NO_SUCH_ROOM if self.room is None else await self.enter(self.room)

    async def websocket_receive(self, message: dict[str, Any]) -> None:
        if self.closed or self.room is None:
            return
        text = message.get("text") or message.get("bytes") or ""
        if len(text) > protocol.LARGEST_FRAME or not self.pace.allows(time.monotonic()):
            return await self.leave(protocol.CLOSE_TOO_FAST)
        try:
            wanted = protocol.decode(self.kind, text)
        except protocol.Malformed as fault:
            self.faults += 1
            if self.faults > _FAULTS:
                return await self.leave(protocol.CLOSE_TOO_FAST)
            return await self.tell(protocol.Refused(id=fault.id, code=fault.code))
        if isinstance(wanted, protocol.Ping):
            version = self.room.now.version if self.room.now else 0
            return await self.tell(protocol.Pong(id=wanted.id, version=version))
        try:
            await self.receive(self.room, wanted)
        except Exception:  # the database is away: this message may be sent again, the others go on
            log.exception("a message of a %s could not be handled", self.kind)
            await self.tell(protocol.Refused(id=wanted.id, code="full"))

    async def websocket_disconnect(self, message: dict[str, Any]) -> None:
        self.closed = True
        if self.room is not None:
            self.exit(self.room)
        raise StopConsumer()

    # The hub's side of a socket (room.Socket).

    async def send(self, text: str) -> None:
        if self.closed:
            return
        try:
            await self.base_send({"type": "websocket.send", "text": text})
        except Exception:  # whatever a dead connection raises, it stops nobody else
            self.closed = True

    async def leave(self, code: int) -> None:
        await self.tell(protocol.bye(code))
        if not self.closed:
            self.closed = True
            await self.base_send({"type": "websocket.close", "code": code})

    async def tell(self, message: protocol.Message) -> None:
        await self.send(protocol.encode(message))

    # Each kind of screen says these.

    find: Callable[..., int | None]  # the session at this address; runs in the writer's thread

    async def enter(self, room: Room) -> int | None:
        """Join the room. A close code when this visitor may not."""
        await room.add(self.kind, self)
        return None

    def exit(self, room: Room) -> None:
        room.drop(self.kind, self)

    async def receive(self, room: Room, wanted: Any) -> None:
        """A message other than a ping."""


class PhoneConsumer(ScreenConsumer):
    kind = "phone"
    phone: Phone | None = None
    find = staticmethod(lookup.session_with_code)

    async def enter(self, room: Room) -> int | None:
        seat = joining.seat_in(self.scope["cookies"], room.session)
        if seat is None:
            return protocol.CLOSE_NOT_IN
        held = await self.hub.greet(room.session, *seat)
        if held is None:
            return seat_fault(await self.hub.writer.run(store.seat_fault, room.session, seat[0]))
        self.phone = Phone(self, *seat)
        await room.add_phone(self.phone, held)
        return None

    def exit(self, room: Room) -> None:
        if self.phone is not None:
            room.drop_phone(self.phone)

    async def receive(self, room: Room, wanted: protocol.Answer) -> None:
        """The acknowledgement comes after the commit; meanwhile this socket goes on receiving."""
        if self.phone is None:
            return
        tap = answers.Tap(
            room.session, self.phone.player, self.phone.seat, wanted.id, wanted.round, wanted.response, wanted.seq,
            store.now_ms(),
        )  # fmt: skip
        future, mine = self.hub.store(tap), self.phone
        future.add_done_callback(lambda done: self.hub.background(self._acknowledge(room, mine, done.result())))

    async def _acknowledge(self, room: Room, mine: Phone, outcome: answers.Outcome) -> None:
        await self.tell(outcome)
        if isinstance(outcome, protocol.Received):
            await room.tell_tabs(mine, outcome)


class DisplayConsumer(ScreenConsumer):
    kind = "display"
    find = staticmethod(lookup.session_with_display_key)


class DeskConsumer(ScreenConsumer):
    kind = "desk"
    find = staticmethod(lookup.session_with_id)

    async def enter(self, room: Room) -> int | None:
        user = self.scope.get("user")
        owner = await self.hub.writer.run(lookup.owner_of, room.session)
        if user is None or not user.is_authenticated or user.pk != owner:
            return protocol.CLOSE_NOT_IN
        return await super().enter(room)

    async def receive(self, room: Room, wanted: Any) -> None:
        await self.tell(await carry_out(room, wanted))


async def carry_out(room: Room, wanted: Any) -> protocol.Message:
    """A host's command, and what to say about it."""
    outcome = await room.command(wanted)
    if isinstance(outcome, Rejected):
        return protocol.Refused(id=wanted.id, code=outcome.code)
    return protocol.Done(id=wanted.id, version=outcome)


def seat_fault(fault: str) -> int:
    codes = {"removed": protocol.CLOSE_REMOVED, "seat_moved": protocol.CLOSE_SEAT_MOVED}
    return codes.get(fault, protocol.CLOSE_NOT_IN)


def same_origin(scope: dict[str, Any]) -> bool:
    """A browser says which page opened the socket: it must be one of ours, port included. Others say nothing."""
    headers = dict(scope["headers"])
    origin = headers.get(b"origin")
    if origin is None:
        return True
    host = headers.get(b"host", b"").decode("latin-1").lower()
    return urlsplit(origin.decode("latin-1")).netloc.lower() == host
