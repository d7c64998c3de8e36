"""One per process: its rooms, its writer, the bus, and the sweep that finds what a lost hint would hide."""

import asyncio
import logging
import secrets
import time
from collections.abc import Coroutine
from typing import Any

from django.conf import settings

from classroom import addresses

from . import answers, protocol, store
from . import commands as c
from .batches import Batches
from .bus import Bus, Hint, MemoryBus, RedisBus
from .pace import Pace
from .room import Phone, Room, Socket
from .rules import Rejected
from .writer import Writer

log = logging.getLogger("prashna.live")
SWEEP_EVERY = 2.0  # seconds; how long a lost hint can go unnoticed
PRESENCE_EVERY = 4.0  # seconds
PRESENCE_LASTS = 9.0  # seconds; then a process that is silent has nobody connected
POLLING_LASTS = 8.0
_PRESENCE_PAUSE = 1.0
SETTLES_WITHIN = 2.0  # seconds
KEPT_EMPTY = 30.0  # seconds that a room stays after the last screen left
LARGEST_BATCH = 500


class Hub:
    def __init__(self) -> None:
        self.name = secrets.token_hex(4)
        self.rooms: dict[int, Room] = {}
        self.loop = asyncio.get_running_loop()
        self.writer = Writer()
        self.bus: Bus = RedisBus(settings.REDIS_URL) if settings.REDIS_URL else MemoryBus()
        self.leaving = False
        self._taps: Batches[answers.Tap, answers.Outcome] = Batches(self._store, LARGEST_BATCH)
        self._arrivals: Batches[store.Seat, store.Held | None] = Batches(self._greet, LARGEST_BATCH)
        self._present: dict[str, tuple[float, dict[int, set[int]]]] = {}  # process -> (until, room -> players)
        self._polling: dict[tuple[int, int], float] = {}  # (room, player) -> until
        self._paces: dict[tuple[str, int, int], Pace] = {}  # who polls: kind of screen, room, player
        self._presence_due = False
        self._tasks: set[asyncio.Task[Any]] = set()

    # --- life ---

    async def start(self) -> None:
        await self.bus.start(self._heard)
        self.background(self._sweep_forever())
        self.background(self._presence_forever())

    def background(self, work: Coroutine[Any, Any, Any]) -> None:
        """Run on; a failure is logged and stops nothing else."""
        task = self.loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)

    def _finished(self, task: "asyncio.Task[Any]") -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.error("background work failed", exc_info=task.exception())

    async def stop(self) -> None:
        """Store what was received, tell every screen to come back, and end."""
        self.leaving = True
        await self._taps.finish()
        for room in list(self.rooms.values()):
            room.stop()
            sockets: list[Socket] = [phone.socket for phone in room.phones]
            for socket in [*sockets, *room.desks, *room.displays]:
                await socket.leave(protocol.CLOSE_RESTART)
        for task in list(self._tasks):
            task.cancel()
        await self.bus.stop()
        await self.writer.stop()

    # --- rooms ---

    async def room(self, session: int) -> Room | None:
        """The room of a session, loaded; None when there is no such session."""
        room = self.rooms.get(session)
        if room is None:
            room = self.rooms[session] = Room(session, self)
        room.wanted_at = time.monotonic()  # whoever asks may take a moment to come in
        if await room.opened():
            return room
        self.rooms.pop(session, None)
        return None

    def join_url(self, code: str) -> str:
        return f"{addresses.public_base()}/{code}"

    def greet(self, session: int, player: int, seat: int) -> "asyncio.Future[store.Held | None]":
        """Who holds this seat, with the answer stored for the round on the screen; None when it is not held."""
        return self._arrivals.add(store.Seat(session, player, seat))

    async def _greet(self, seats: list[store.Seat]) -> list[store.Held | None]:
        return await self.writer.run(store.greet, seats)

    # --- answers ---

    def store(self, tap: answers.Tap) -> "asyncio.Future[answers.Outcome]":
        """Stored, or refused; the future is done after the commit."""
        return self._taps.add(tap)

    async def answers_settled(self) -> None:
        """What was received until now is stored or refused: a close that comes after it must not overtake it."""
        await self._taps.settled(SETTLES_WITHIN)

    async def _store(self, taps: list[answers.Tap]) -> list[answers.Outcome]:
        try:
            outcomes = await self.writer.run(answers.write, taps)
        except Exception:
            log.exception("a batch of %d answers was not stored; the phones send them again", len(taps))
            await asyncio.sleep(0.2)
            return [protocol.Refused(id=tap.id, code="full", round=tap.round) for tap in taps]
        for session in {tap.session for tap in taps}:
            if session in self.rooms:
                self.rooms[session].tally_soon()
            self.bus.publish(Hint(self.name, session, tally=True))
        return outcomes

    # --- hints ---

    def tell(self, session: int, version: int, urgent: bool = True) -> None:
        self.bus.publish(Hint(self.name, session, version, urgent=urgent))

    def changed(self, session: int, version: int, urgent: bool = True) -> None:
        """This process changed the session: draw it, and tell the others."""
        self.tell(session, version, urgent)
        if session in self.rooms:
            self.rooms[session].refresh_soon(urgent)

    def _heard(self, hint: Hint) -> None:
        if hint.sender == self.name:
            return
        if hint.present is not None:
            rooms = {room: set(players) for room, players in hint.present.items()}
            self._present[hint.sender] = (time.monotonic() + PRESENCE_LASTS, rooms)
            for session in rooms:
                if session in self.rooms:
                    self.rooms[session].tally_soon()
        room = self.rooms.get(hint.room)
        if room is None:
            return
        if hint.tally:
            room.tally_soon()
        elif hint.version and (room.now is None or hint.version > room.now.version):
            room.refresh_soon(hint.urgent)

    async def _sweep_forever(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_EVERY)
            try:
                await self.sweep()
            except Exception:
                log.exception("the sweep failed; it is tried again")

    async def sweep(self) -> None:
        """Close what is overdue, draw rooms whose hint was lost, forget rooms that nobody looks at."""
        for session in await self.writer.run(store.overdue, store.now_ms()):
            outcome = await self.writer.run(store.command, session, c.TimeUp(), store.now_ms())
            if not isinstance(outcome, Rejected):
                self.changed(session, outcome.version)
        found = await self.writer.run(store.versions, list(self.rooms)) if self.rooms else {}
        for session, room in list(self.rooms.items()):
            if self._is_forsaken(room):
                room.stop()
                del self.rooms[session]
                continue
            if room.now and found.get(session, 0) > room.now.version:
                room.refresh_soon()
            room.tally_soon()  # answers that another process stored, and who is silent there
        now = time.monotonic()
        self._paces = {key: pace for key, pace in self._paces.items() if not pace.is_rested(now)}

    @staticmethod
    def _is_forsaken(room: Room) -> bool:
        is_open = room.state is not None and room.state.open_round is not None
        return room.empty and not is_open and time.monotonic() - room.wanted_at > KEPT_EMPTY

    # --- presence: leases, never a counter ---

    def elsewhere(self, session: int) -> set[int]:
        """Players connected to other processes."""
        now = time.monotonic()
        here = [rooms.get(session, set()) for until, rooms in self._present.values() if until > now]
        return set().union(*here)

    def saw(self, session: int, player: int) -> None:
        """A phone that polls was here; it counts as connected for a while."""
        self._polling[session, player] = time.monotonic() + POLLING_LASTS

    def polling(self, session: int) -> set[int]:
        now = time.monotonic()
        self._polling = {key: until for key, until in self._polling.items() if until > now}
        return {player for room, player in self._polling if room == session}

    def allows(self, kind: str, session: int, player: int) -> bool:
        """May this screen post one more message? Sockets count for themselves."""
        return self._paces.setdefault((kind, session, player), Pace()).allows(time.monotonic())

    def share_presence(self) -> None:
        self._presence_due = True

    async def _presence_forever(self) -> None:
        last = 0.0
        while True:
            await asyncio.sleep(_PRESENCE_PAUSE)
            if self._presence_due or time.monotonic() - last >= PRESENCE_EVERY:
                self._presence_due, last = False, time.monotonic()
                present = {one.session: sorted(one.connected_here()) for one in self.rooms.values()}
                self.bus.publish(Hint(self.name, present=present))


_hub: Hub | None = None


async def startup() -> Hub:
    """The hub of this process, started when it is first asked for."""
    global _hub
    if _hub is None or _hub.loop is not asyncio.get_running_loop():
        _hub = Hub()
        await _hub.start()
    return _hub


async def shutdown() -> None:
    global _hub
    if _hub is not None:
        hub, _hub = _hub, None
        await hub.stop()


def announce(session: int, version: int) -> None:
    """From a view's thread: somebody joined, or asks for a seat. Where no hub runs, the others' sweep sees it."""
    if _hub is not None and not _hub.loop.is_closed():
        _hub.loop.call_soon_threadsafe(_hub.changed, session, version, False)


__all__ = ["Hub", "Phone", "announce", "shutdown", "startup"]
