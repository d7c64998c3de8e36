"""The three servers: how each is started, entered, and asked to show a question."""

import asyncio
import contextlib
import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from classroom.models import Session
from classroom.simulation import records
from classroom.simulation.door import Door
from classroom.simulation.host import Host
from classroom.simulation.wire import Line, dial

from . import lesson, running

_AT_ONCE = 30  # forms that are posted at the same moment


class Peer:
    name = ""
    stores = True  # does it keep the answers?
    question = b'"phase": "open"'  # only in frames with an open question

    def __init__(self, session: Session, students: int, screen: dict[str, Any]) -> None:
        """``screen``: a question as our server sends it, so that all send the same."""
        self.session, self.students, self.screen = session, students, screen
        self.joined_in = 0.0

    @contextlib.contextmanager
    def running(self, folder: Path) -> Iterator[str]:
        raise NotImplementedError

    async def enter(self, url: str) -> list[tuple[str, str]]:
        """Ready for phones: the (path, cookie) of each. The host is at the desk."""
        raise NotImplementedError

    async def ask(self, number: int) -> None:
        """Show question ``number``. May return before it has arrived."""
        self.host.send(json.dumps({"type": "push", "screen": self.screen | {"round": number}}).encode())

    async def finish(self, number: int) -> None:
        """Make ready for the next question."""

    def leave(self) -> None:
        self.host.close()

    host: Line


class Ours(Peer):
    name = "prashna"
    question = b'"phase":"open"'

    @contextlib.contextmanager
    def running(self, folder: Path) -> Iterator[str]:
        account = self.session.owner
        serve = ("manage.py", "serve", "--port", "PORT", "--bind", "127.0.0.1", "--no-link", "--quiet")
        with running.serving(folder / "prashna.log", *serve) as url, records.desk_cookie(account) as self.cookie:
            yield url

    async def enter(self, url: str) -> list[tuple[str, str]]:
        self.desk = Host(url, self.session.pk, self.cookie)
        await self.desk.connect()
        self.display = await dial(
            url, f"/ws/v1/display/{self.session.display_key}", "", lambda text: None, lambda code: None
        )
        door, gate = Door(url, self.session.code), asyncio.Semaphore(_AT_ONCE)
        await asyncio.to_thread(door.knock)
        started = time.perf_counter()

        async def join(index: int) -> str:
            async with gate:
                return await asyncio.to_thread(door.join, lesson.student(index))

        cookies = await asyncio.gather(*(join(index) for index in range(self.students)))
        self.joined_in = time.perf_counter() - started
        return [(f"/ws/v1/phone/{self.session.code}", cookie) for cookie in cookies]

    async def ask(self, number: int) -> None:
        await self.desk.command("next")

    async def finish(self, number: int) -> None:
        await self.desk.command("close")
        await self.desk.command("reveal")

    def leave(self) -> None:
        self.desk.close()
        self.display.close()


class Textbook(Peer):
    name = "textbook"

    @contextlib.contextmanager
    def running(self, folder: Path) -> Iterator[str]:
        self.players = lesson.seat_students(self.session, self.students)
        daphne = ("-m", "daphne", "-b", "127.0.0.1", "-p", "PORT", "bench.textbook:application", "-v", "0")
        with (
            running.redis() as address,
            running.serving(
                folder / "textbook.log", *daphne, DJANGO_SETTINGS_MODULE="bench.textbook_settings", BENCH_REDIS=address
            ) as url,
        ):
            yield url

    async def enter(self, url: str) -> list[tuple[str, str]]:
        room = f"/room/{self.session.pk}"
        self.host = await dial(url, f"{room}/host", "", lambda text: None, lambda code: None)
        return [(f"{room}/phone/{player}", "") for player in self.players]


class Floor(Peer):
    name = "floor"
    stores = False
    question = b'"phase":"open"'

    @contextlib.contextmanager
    def running(self, folder: Path) -> Iterator[str]:
        with running.serving(folder / "floor.log", "-m", "bench.floor", "PORT") as url:
            yield url

    async def enter(self, url: str) -> list[tuple[str, str]]:
        self.host = await dial(url, "/control", "", lambda text: None, lambda code: None)
        return [("/phone", "")] * self.students

    async def ask(self, number: int) -> None:
        self.host.send(json.dumps(self.screen | {"round": number}, separators=(",", ":")).encode())


PEERS: tuple[type[Peer], ...] = (Ours, Textbook, Floor)
