"""One thread per process that runs every transaction of the live lessons, in order, on a connection of its own.

Channels' ``database_sync_to_async`` shares one thread with everything else in the process: a slow page there
would delay every answer. And a connection that stays open makes a PostgreSQL write 13 times cheaper.
"""

import asyncio
import logging
import queue
import threading
from collections.abc import Callable
from typing import Any, TypeVar

from django.db import InterfaceError, OperationalError, connection

log = logging.getLogger("prashna.live")
T = TypeVar("T")


class Writer:
    def __init__(self) -> None:
        self._jobs: queue.SimpleQueue[tuple[Callable[[], Any], asyncio.Future[Any]] | None] = queue.SimpleQueue()
        self._loop = asyncio.get_running_loop()
        self._thread = threading.Thread(target=self._run, name="prashna-writer", daemon=True)
        self._thread.start()

    def run(self, work: Callable[..., T], *args: Any) -> "asyncio.Future[T]":
        """The result of ``work(*args)``, run in the writer's thread after what was asked for before."""
        future: asyncio.Future[T] = self._loop.create_future()
        self._jobs.put((lambda: work(*args), future))
        return future

    async def stop(self) -> None:
        """Finish what was asked for, then end the thread."""
        self._jobs.put(None)
        await asyncio.to_thread(self._thread.join, 10)

    def _run(self) -> None:
        while (job := self._jobs.get()) is not None:
            work, future = job
            try:
                outcome, error = work(), None
            except Exception as raised:
                outcome, error = None, raised
                if isinstance(raised, OperationalError | InterfaceError):
                    connection.close()  # the next job gets a new one
            self._loop.call_soon_threadsafe(_settle, future, outcome, error)
        connection.close()


def _settle(future: "asyncio.Future[Any]", outcome: Any, error: Exception | None) -> None:
    if future.done():
        return  # nobody waits any more
    if error is None:
        future.set_result(outcome)
    else:
        future.set_exception(error)
