"""The same screens and the same messages over plain HTTP, for where WebSockets cannot be had.

GET gives the frames that a socket would be sent on arrival, with an ETag; POST takes one message.
"""

import hashlib
import json
from typing import Any

from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse
from django.utils.decorators import method_decorator
from django.views import View
from django.views.decorators.csrf import csrf_exempt

from classroom.live import answers, consumers, hub, joining, lookup, protocol, store
from classroom.live.room import Phone, Room


class _Nobody:
    """A visitor by polling has no socket to send to."""

    async def send(self, text: str) -> None:
        pass

    async def leave(self, code: int) -> None:
        pass


@method_decorator(csrf_exempt, name="dispatch")  # the origin is checked instead, as for sockets
class ScreenView(View):
    kind = ""

    async def get(self, request: HttpRequest, **address: Any) -> HttpResponse:
        found = await self.enter(request, address)
        if isinstance(found, int):
            return _bye(found)
        texts = await self.frames(*found)
        return _frames(texts, request.headers.get("If-None-Match", ""))

    async def post(self, request: HttpRequest, **address: Any) -> HttpResponse:
        if not consumers.same_origin(request.scope):
            return _bye(protocol.CLOSE_NOT_IN)
        if request.content_type != "application/json":
            return _frames([protocol.encode(protocol.Refused(id="", code="malformed"))], status=415)
        found = await self.enter(request, address)
        if isinstance(found, int):
            return _bye(found)
        if not self.hub.allows(self.kind, found[0].session, self.player(found[1])):
            return _bye(protocol.CLOSE_TOO_FAST)
        return _bye(protocol.CLOSE_TOO_FAST, 413) if _is_too_long(request) else await self.take(request, *found)

    async def take(self, request: HttpRequest, room: Room, visitor: Any) -> HttpResponse:
        """One message, and what there is to say about it."""
        try:
            wanted = protocol.decode(self.kind, request.body)
        except protocol.Malformed as fault:
            return _frames([protocol.encode(protocol.Refused(id=fault.id, code=fault.code))])
        if isinstance(wanted, protocol.Ping):
            version = room.now.version if room.now else 0
            return _frames([protocol.encode(protocol.Pong(id=wanted.id, version=version))])
        return _frames([protocol.encode(await self.receive(room, visitor, wanted))])

    async def enter(self, request: HttpRequest, address: dict[str, Any]) -> tuple[Room, Any] | int:
        """The room and who is asking; or the close code a socket would have got."""
        self.hub = await hub.startup()
        session = await self.hub.writer.run(self.find, *address.values())
        room = await self.hub.room(session) if session else None
        if room is None:
            return protocol.CLOSE_NO_SUCH_ROOM
        visitor = await self.visitor(request, room)
        return visitor if isinstance(visitor, int) else (room, visitor)

    async def visitor(self, request: HttpRequest, room: Room) -> Any:
        return None

    def player(self, visitor: Any) -> int:
        return 0

    async def frames(self, room: Room, visitor: Any) -> list[str]:
        await room.count()
        return room.frames(self.kind)


class PhoneView(ScreenView):
    kind = "phone"
    find = staticmethod(lookup.session_with_code)

    async def visitor(self, request: HttpRequest, room: Room) -> Any:
        seat = joining.seat_in(request.COOKIES, room.session)
        if seat is None:
            return protocol.CLOSE_NOT_IN
        held = await self.hub.greet(room.session, *seat)
        if held is None:
            return consumers.seat_fault(await self.hub.writer.run(store.seat_fault, room.session, seat[0]))
        self.hub.saw(room.session, seat[0])
        return Phone(_Nobody(), *seat), held

    def player(self, visitor: Any) -> int:
        phone: Phone = visitor[0]
        return phone.player

    async def frames(self, room: Room, visitor: Any) -> list[str]:
        return room.phone_frames(*visitor)

    async def receive(self, room: Room, visitor: Any, wanted: protocol.Answer) -> protocol.Message:
        phone: Phone = visitor[0]
        at = store.now_ms()
        tap = answers.Tap(
            room.session, phone.player, phone.seat, wanted.id, wanted.round, wanted.response, wanted.seq, at
        )
        outcome = await self.hub.store(tap)
        if isinstance(outcome, protocol.Received):
            await room.tell_tabs(phone, outcome)
        return outcome


class DisplayView(ScreenView):
    kind = "display"
    find = staticmethod(lookup.session_with_display_key)


class DeskView(ScreenView):
    kind = "desk"
    find = staticmethod(lookup.session_with_id)

    async def visitor(self, request: HttpRequest, room: Room) -> Any:
        user = await request.auser()
        owner = await self.hub.writer.run(lookup.owner_of, room.session)
        return None if user.is_authenticated and user.pk == owner else protocol.CLOSE_NOT_IN

    async def receive(self, room: Room, visitor: Any, wanted: Any) -> protocol.Message:
        return await consumers.carry_out(room, wanted)


@csrf_exempt
def nowhere(request: HttpRequest) -> HttpResponse:
    """Any other address, such as one of a version that is not spoken here: said so that a client understands it."""
    return _bye(protocol.CLOSE_NO_SUCH_ROOM)


def _is_too_long(request: HttpRequest) -> bool:
    try:
        return len(request.body) > protocol.LARGEST_FRAME
    except RequestDataTooBig:
        return True


def _frames(texts: list[str], known: str = "", status: int = 200) -> HttpResponse:
    body = '{"frames":[' + ",".join(texts) + "]}"
    tag = f'"{hashlib.sha256(_still(texts)).hexdigest()[:20]}"'
    same = known == tag
    response = HttpResponse(status=304) if same else HttpResponse(body, status=status, content_type="application/json")
    response["ETag"], response["Cache-Control"] = tag, "no-store"
    return response


def _still(texts: list[str]) -> bytes:
    """The frames without their running clocks: nothing new means nothing new to show."""
    frames = [json.loads(text) for text in texts]
    for frame in frames:
        for running in ("left_ms", "closing_ms", "tally"):
            if frame.get(running) is not None:
                frame[running] = 0
    return json.dumps(frames, sort_keys=True).encode()


_STATUS = {protocol.CLOSE_NO_SUCH_ROOM: 404, protocol.CLOSE_TOO_FAST: 429}


def _bye(code: int, status: int = 0) -> HttpResponse:
    return _frames([protocol.encode(protocol.bye(code))], status=status or _STATUS.get(code, 403))
