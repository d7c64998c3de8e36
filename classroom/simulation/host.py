"""A host at the desk: sends commands and waits for what becomes of them."""

import asyncio
import itertools
import json
import time
from typing import Any

from .wire import Line, dial

_PATIENCE = 60  # seconds for one command


class HostStopped(Exception):
    """Its text says why the lesson cannot go on, in one sentence."""


class Host:
    def __init__(self, url: str, session: int, cookie: str) -> None:
        self.url, self.path, self.cookie = url, f"/ws/v1/desk/{session}", cookie
        self.screen: dict[str, Any] = {}
        self.commanded_at = 0.0
        self._line: Line | None = None
        self._ids = itertools.count(1)
        self._waiting: dict[str, asyncio.Future[dict[str, Any]]] = {}
        self._seated = asyncio.Event()
        self._ended = asyncio.Event()

    async def connect(self) -> None:
        try:
            self._line = await dial(self.url, self.path, self.cookie, self._hear, self._cut)
            await asyncio.wait_for(self._seated.wait(), _PATIENCE)
        except (OSError, TimeoutError) as error:
            raise HostStopped(f"The desk at {self.url} did not open: {error or 'no answer'}.") from None
        if self._ended.is_set():
            raise HostStopped(f"The desk at {self.url} sent its owner away.")

    async def command(self, kind: str, **fields: Any) -> None:
        """Returns once the server has carried it out. ``commanded_at``: when it was sent."""
        if self._line is None:
            raise HostStopped("The desk lost its connection.")
        id = str(next(self._ids))
        self._waiting[id] = asyncio.get_running_loop().create_future()
        self.commanded_at = time.perf_counter()
        self._line.send(json.dumps({"type": kind, "id": id, **fields}).encode())
        try:
            answer = await asyncio.wait_for(self._waiting[id], _PATIENCE)
        except TimeoutError:
            raise HostStopped(f'The server did not answer the command "{kind}".') from None
        if answer["type"] == "refused":
            raise HostStopped(f'The command "{kind}" was refused: {answer["code"]}.')

    def close(self) -> None:
        if self._line is not None:
            self._line.close()

    def _hear(self, text: bytes) -> None:
        message = json.loads(text)
        if message["type"] == "screen":
            self.screen = message
            self._seated.set()
        elif message["type"] in ("done", "refused"):
            future = self._waiting.pop(message["id"], None)
            if future is not None and not future.done():
                future.set_result(message)

    def _cut(self, code: int) -> None:
        self._line = None
        self._ended.set()
        self._seated.set()
        for future in self._waiting.values():
            if not future.done():
                future.set_exception(HostStopped(f"The desk lost its connection ({code})."))
