"""One session in one process: who is connected here, what their screens show, when the question closes.

A room holds nothing that cannot be read again: it reloads the session, draws its screens as whole views, encodes
each once, and sends the same text to every screen of a kind whose text changed.
"""

import asyncio
import logging
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Protocol

import msgspec

from . import commands as c
from . import protocol as p
from . import screens, store
from .snapshot import Given, Snapshot
from .state import Rejected, State

if TYPE_CHECKING:
    from .hub import Hub

log = logging.getLogger("prashna.live")
TALLY_EVERY = 0.2  # seconds; counts go to desk and display at most this often
JOINS_EVERY = 0.2  # seconds; so often are those who joined shown
_BREATH = 100  # sockets written to before the loop may do something else


class Socket(Protocol):
    """Somebody's screen. Sending never raises: a dead one stops nobody."""

    async def send(self, text: str) -> None: ...
    async def leave(self, code: int) -> None: ...


@dataclass(eq=False)
class Phone:
    socket: Socket
    player: int
    seat: int
    personal: str = ""  # the last ``you`` it was sent


@dataclass
class Drawn:
    """A kind of screen as it was last sent."""

    likeness: bytes = b""  # what is on it, without versions and clocks: it is sent again only when this changes
    version: int = 0


@dataclass(eq=False)
class Room:
    session: int
    hub: "Hub"
    now: Snapshot | None = None
    phones: set[Phone] = field(default_factory=set)
    displays: set[Socket] = field(default_factory=set)
    desks: set[Socket] = field(default_factory=set)
    drawn: dict[str, Drawn] = field(default_factory=lambda: {k: Drawn() for k in ("phone", "display", "desk")})
    tally_number: int = 0
    last_tally: tuple[p.Tally, p.DeskTally] | None = None
    wanted_at: float = 0.0  # when somebody last asked for this room, on the monotonic clock
    _head: store.Head | None = None  # what a command has just made of the session
    _told: p.DeskTally | None = None
    _refreshing: "asyncio.Task[None] | None" = None
    _again: bool = False
    _tallying: "asyncio.Task[None] | None" = None
    _tally_again: bool = False
    _timer: asyncio.TimerHandle | None = None
    _later: asyncio.TimerHandle | None = None

    # --- coming and going ---

    @property
    def empty(self) -> bool:
        return not (self.phones or self.displays or self.desks)

    @property
    def state(self) -> State | None:
        return self.now.state if self.now else None

    def connected(self) -> set[int]:
        """Players with a phone connected, to any process that is heard of."""
        return self.connected_here() | self.hub.elsewhere(self.session)

    def connected_here(self) -> set[int]:
        return {phone.player for phone in self.phones} | self.hub.polling(self.session)

    async def opened(self) -> bool:
        """Load for the first time. False when there is no such session."""
        if self.now is None:
            await self.refresh()
        return self.now is not None

    async def add_phone(self, phone: Phone, held: store.Held) -> None:
        self.phones.add(phone)
        for text in self.phone_frames(phone, held):
            await phone.socket.send(text)
        self.presence_changed()

    async def add(self, kind: str, socket: Socket) -> None:
        """A desk or a display."""
        (self.desks if kind == "desk" else self.displays).add(socket)
        await self.count()  # the first one here: nothing was counted yet
        for text in self.frames(kind):
            await socket.send(text)

    async def tell_tabs(self, mine: Phone, received: p.Received) -> None:
        """What is stored, to other tabs of the same player: their next tap has to count from there."""
        for phone in [one for one in self.phones if one.player == mine.player and one is not mine]:
            await phone.socket.send(p.encode(received))

    def drop(self, kind: str, socket: Socket) -> None:
        """A desk or a display is gone."""
        (self.desks if kind == "desk" else self.displays).discard(socket)

    def drop_phone(self, phone: Phone) -> None:
        self.phones.discard(phone)
        self.presence_changed()

    def presence_changed(self) -> None:
        self.hub.share_presence()
        self.tally_soon()

    # --- what a screen shows now ---

    def draw(self, kind: str) -> p.Screen:
        assert self.now is not None
        if kind == "phone":
            return screens.phone(self.now, store.now_ms())
        draw = screens.display if kind == "display" else screens.desk
        return draw(self.now, store.now_ms(), self.hub.join_url(self.now.code))

    def frames(self, kind: str) -> list[str]:
        """Everything that a desk or a display which has just come is sent."""
        texts = [p.encode(self.draw(kind))]
        if self.last_tally is not None:
            texts.append(p.encode(self.last_tally[1] if kind == "desk" else self.last_tally[0]))
        return texts

    def phone_frames(self, phone: Phone, held: store.Held) -> list[str]:
        """The same for a phone. Who joined a moment ago is not in the snapshot yet."""
        assert self.now is not None
        player = self.now.players.get(phone.player, held.player)
        personal = screens.you(self.now, player, self._given(phone.player) or held.given)
        phone.personal = _without_version(personal)
        return [p.encode(self.draw("phone")), p.encode(personal)]

    def _given(self, player: int) -> Given | None:
        assert self.now is not None
        return self.now.answers.get(self.now.state.current or 0, {}).get(player)

    # --- reload and fan out ---

    def refresh_soon(self, urgent: bool = True) -> None:
        """In the background; of the changes that can wait a moment, many together."""
        if urgent:
            self.hub.background(self.refresh())
        elif self._later is None:
            self._later = asyncio.get_running_loop().call_later(JOINS_EVERY, self._refresh_later)

    def _refresh_later(self) -> None:
        self._later = None
        self.refresh_soon()

    async def refresh(self) -> None:
        """Read the session again and send what changed. Calls that come meanwhile are one more turn."""
        self._again = True
        if self._refreshing is None:
            self._refreshing = asyncio.create_task(self._refresh())
        await asyncio.shield(self._refreshing)

    async def _refresh(self) -> None:
        try:
            while self._again:
                self._again = False
                await self._open_on_phones()
                fresh = await self.hub.writer.run(store.snapshot, self.session)
                if fresh is None or (self.now and fresh.version < self.now.version):
                    continue
                self.now = fresh
                self._set_timer()
                await self._send_away()
                await self.fan_out()
        finally:
            self._refreshing = None

    async def _open_on_phones(self) -> None:
        """A question opens on the phones before the players are read again: with a thousand that takes a while, and
        an open question shows nothing of them."""
        head, self._head = self._head, None
        if self.now is None or not self.phones:
            return
        head = head or await self.hub.writer.run(store.head, self.session)
        if head is None or head.version <= self.now.version or head.state.phase != "open":
            return
        self.now = replace(self.now, version=head.version, state=head.state, answers={})
        self._set_timer()
        await self._show("phone", [phone.socket for phone in self.phones])

    async def fan_out(self) -> None:
        await self._show("phone", [phone.socket for phone in self.phones])
        await self._show("desk", list(self.desks))
        await self._show("display", list(self.displays))
        await self._send_personal()
        self.tally_soon()

    async def _show(self, kind: str, audience: list[Socket]) -> None:
        """The screen to all of them, where it is another one than they have."""
        screen = self.draw(kind)
        likeness = _likeness(screen)
        if likeness != self.drawn[kind].likeness:
            self.drawn[kind] = Drawn(likeness, screen.version)
            await _to_all(audience, p.encode(screen))

    async def _send_personal(self) -> None:
        """To each phone what is its owner's, where there is something to say that it does not know."""
        assert self.now is not None
        asked = self.now.state.current_round
        if asked is not None and asked.closed_ms is None and self.now.state.phase == "open":
            return  # nothing is known yet, and a phone knows its own tap
        for number, phone in enumerate(list(self.phones), start=1):
            player = self.now.players.get(phone.player)
            if player is None:
                continue
            personal = screens.you(self.now, player, self._given(phone.player))
            likeness = _without_version(personal)
            if likeness != phone.personal:
                phone.personal = likeness
                await phone.socket.send(p.encode(personal))
            if number % _BREATH == 0:
                await asyncio.sleep(0)

    async def _send_away(self) -> None:
        """Phones of players who were removed, or whose seat is now on another phone."""
        assert self.now is not None
        for phone in list(self.phones):
            player = self.now.players.get(phone.player)
            if player is not None and (player.removed or player.seat > phone.seat):
                self.phones.discard(phone)
                await phone.socket.leave(p.CLOSE_REMOVED if player.removed else p.CLOSE_SEAT_MOVED)

    # --- counts ---

    def tally_soon(self) -> None:
        self._tally_again = True
        if self._tallying is None and (self.desks or self.displays or self._auto_close_wanted()):
            self._tallying = asyncio.create_task(self._tally_loop())

    def _auto_close_wanted(self) -> bool:
        return self.state is not None and self.state.settings.auto_close and self.state.open_round is not None

    async def _tally_loop(self) -> None:
        try:
            while self._tally_again:
                self._tally_again = False
                await self.count()
                await self._tell_counts()
                await asyncio.sleep(TALLY_EVERY)
        except Exception:
            log.exception("counting failed in room %s", self.session)
        finally:
            self._tallying = None

    async def _tell_counts(self) -> None:
        """Only what is new: the sweep asks every two seconds."""
        if self.last_tally is None:
            return
        for_displays, for_desks = self.last_tally
        new = msgspec.structs.replace(for_desks, tally=0)
        if new != self._told:
            self._told = new
            await _to_all(list(self.displays), p.encode(for_displays))
            await _to_all(list(self.desks), p.encode(for_desks))

    async def count(self) -> None:
        room = self.now
        if room is None:
            return
        asked = room.state.open_round or room.state.current_round
        found = await self.hub.writer.run(store.answered, self.session, asked.number) if asked else []
        self.tally_number += 1
        here, number = self.connected(), self.tally_number
        self.last_tally = screens.tally(room, number, found, here), screens.desk_tally(room, number, found, here)
        if self.last_tally[1].everyone and self._auto_close_wanted() and asked is not None:
            await self.command(c.EveryoneAnswered(round=asked.number))

    # --- commands and time ---

    async def command(self, wanted: c.Command) -> Rejected | int:
        await self.hub.answers_settled()
        known = store.Head(self.now.version, self.now.state) if self.now else None
        outcome = await self.hub.writer.run(store.command, self.session, wanted, store.now_ms(), known)
        if not isinstance(outcome, Rejected):
            self.hub.tell(self.session, outcome.version)
            self._head = outcome
            await self.refresh()
            return outcome.version
        return outcome

    def _set_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        due = self.state.due_ms() if self.state else None
        if due is not None:
            wait = max(due - store.now_ms(), 0) / 1000
            self._timer = asyncio.get_running_loop().call_later(wait, self.time_up)

    def time_up(self) -> None:
        self.hub.background(self.command(c.TimeUp()))

    def stop(self) -> None:
        for timer in (self._timer, self._later):
            if timer is not None:
                timer.cancel()


def _likeness(screen: p.Screen) -> bytes:
    """The screen without its version and running clocks, but with what set the clocks."""
    closing = None if screen.closing_ms is None else 0
    return msgspec.json.encode(msgspec.structs.replace(screen, version=0, left_ms=None, closing_ms=closing))


def _without_version(personal: p.You) -> str:
    return p.encode(msgspec.structs.replace(personal, version=0))


async def _to_all(sockets: Iterable[Socket], text: str) -> None:
    for number, socket in enumerate(sockets, start=1):
        await socket.send(text)
        if number % _BREATH == 0:
            await asyncio.sleep(0)
