"""One per process: its rooms, its writer, the bus, and the sweep that finds what a lost hint would hide."""

import asyncio
import logging
import secrets
import time
from collections.abc import Coroutine
from typing import Any

from django.conf import settings

from classroom import addresses

from . import answers, protocol, screens, store
from . import commands as c
from .bus import Bus, Hint, MemoryBus, RedisBus
from .room import Phone, Room, Socket
from .rules import Rejected
from .writer import Writer

log = logging.getLogger("prashna.live")
SWEEP_EVERY = 2.0  # seconds; how long a lost hint can go unnoticed
PRESENCE_EVERY = 4.0  # seconds
PRESENCE_LASTS = 12.0  # seconds; then a process that is silent has nobody connected
POLLING_LASTS = 8.0
_PRESENCE_PAUSE = 1.0
LARGEST_BATCH = 500
RETRY_SPREAD_MS = 5_000  # phones come back at a random moment within this after a restart

Seat = tuple[int, int]  # player, seat number


class Hub:
    def __init__(self) -> None:
        self.name = secrets.token_hex(4)
        self.rooms: dict[int, Room] = {}
        self.loop = asyncio.get_running_loop()
        self.writer = Writer()
        self.bus: Bus = RedisBus(settings.REDIS_URL) if settings.REDIS_URL else MemoryBus()
        self.leaving = False
        self._taps: list[tuple[answers.Tap, asyncio.Future[answers.Outcome]]] = []
        self._storing: asyncio.Task[None] | None = None
        self._present: dict[str, tuple[float, dict[int, set[int]]]] = {}  # process -> (until, room -> players)
        self._polling: dict[tuple[int, int], float] = {}  # (room, player) -> until
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
        if self._storing is not None:
            await self._storing
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
        if await room.opened():
            return room
        self.rooms.pop(session, None)
        return None

    def join_url(self, code: str) -> str:
        return f"{addresses.public_base()}/{code}"

    async def greet(self, room: Room, seats: list[Seat]) -> dict[Seat, screens.Given | None]:
        """Of these seats those that are held, with the answer stored for the round on the screen."""
        number = room.state.current if room.state else None
        return await self.writer.run(store.greet, room.session, seats, number)

    # --- answers ---

    def store(self, tap: answers.Tap) -> "asyncio.Future[answers.Outcome]":
        """Stored, or refused; the future is done after the commit."""
        future: asyncio.Future[answers.Outcome] = self.loop.create_future()
        self._taps.append((tap, future))
        if self._storing is None:
            self._storing = self.loop.create_task(self._store_all())
        return future

    async def _store_all(self) -> None:
        """Batch after batch: each holds what arrived while the one before was being stored."""
        try:
            while self._taps:
                batch, self._taps = self._taps[:LARGEST_BATCH], self._taps[LARGEST_BATCH:]
                await self._store_batch(batch)
        finally:
            self._storing = None

    async def _store_batch(self, batch: list[tuple[answers.Tap, "asyncio.Future[answers.Outcome]"]]) -> None:
        try:
            outcomes = await self.writer.run(answers.write, [tap for tap, _ in batch])
        except Exception:
            log.exception("a batch of %d answers was not stored; the phones send them again", len(batch))
            outcomes = [protocol.Refused(id=tap.id, code="full", round=tap.round) for tap, _ in batch]
            await asyncio.sleep(0.2)
        for (_, future), outcome in zip(batch, outcomes, strict=True):
            if not future.done():
                future.set_result(outcome)
        for session in {tap.session for tap, _ in batch}:
            if session in self.rooms:
                self.rooms[session].tally_soon()
            self.bus.publish(Hint(self.name, session, tally=True))

    # --- hints ---

    def tell(self, session: int, version: int) -> None:
        self.bus.publish(Hint(self.name, session, version))

    def changed(self, session: int, version: int) -> None:
        """A view in this process changed the session: draw it, and tell the others."""
        self.tell(session, version)
        if session in self.rooms:
            self.background(self.rooms[session].refresh())

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
            self.background(room.refresh())

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
                self.changed(session, outcome)
        found = await self.writer.run(store.versions, list(self.rooms)) if self.rooms else {}
        for session, room in list(self.rooms.items()):
            if room.empty and (room.state is None or room.state.open_round is None):
                room.stop()
                del self.rooms[session]
            elif room.now and found.get(session, 0) > room.now.version:
                self.background(room.refresh())

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
    """From a view's thread: the session changed. Where no hub runs, the sweep of those that do will see it."""
    if _hub is not None and not _hub.loop.is_closed():
        _hub.loop.call_soon_threadsafe(_hub.changed, session, version)


__all__ = ["Hub", "Phone", "announce", "shutdown", "startup"]
