"""Hints between processes: "room X changed, version 41". A hint may be lost; the sweep of ``hub`` makes up for it.

In memory for one process, Redis pub/sub for several: one connection to publish, one to listen, each process on
the one channel. redis-py is used directly, since channel layers drop messages without a word.
"""

import asyncio
import contextlib
import logging
from collections.abc import Callable
from typing import Any, Protocol

import msgspec
import redis.asyncio as redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff

log = logging.getLogger("prashna.live")
CHANNEL = "prashna:hints"
_RETRY = 1.0  # seconds until another try to reach Redis


class Hint(msgspec.Struct, frozen=True, omit_defaults=True):
    sender: str
    room: int = 0
    version: int = 0  # the room has this version now; 0: this hint is about something else
    urgent: bool = True  # the class is waiting; not so when somebody joined
    tally: bool = False  # answers were stored
    present: dict[int, list[int]] | None = None  # room -> players connected to the sender


Listener = Callable[[Hint], None]


class Bus(Protocol):
    def publish(self, hint: Hint) -> None: ...
    async def start(self, listener: Listener) -> None: ...
    async def stop(self) -> None: ...


class MemoryBus:
    """For a process that is alone: there is nobody else to tell."""

    def publish(self, hint: Hint) -> None:
        pass

    async def start(self, listener: Listener) -> None:
        pass

    async def stop(self) -> None:
        pass


class RedisBus:
    def __init__(self, url: str) -> None:
        # Publishing gives up soon: a hint that is late is worth nothing. Listening waits as long as it takes
        # (redis-py 8 would otherwise time out after five silent seconds). One try again each, on a new connection:
        # Redis may have been restarted since the last.
        once = Retry(NoBackoff(), 1)
        self._publisher = redis.Redis.from_url(url, socket_timeout=1, socket_connect_timeout=1, retry=once)
        self._subscriber = redis.Redis.from_url(
            url, socket_timeout=None, socket_connect_timeout=1, socket_keepalive=True, retry=Retry(NoBackoff(), 0)
        )
        self._away = False
        self._tasks: list[asyncio.Task[None]] = []
        self._outbox: asyncio.Queue[Hint] = asyncio.Queue(maxsize=1000)

    def publish(self, hint: Hint) -> None:
        with contextlib.suppress(asyncio.QueueFull):
            self._outbox.put_nowait(hint)

    async def start(self, listener: Listener) -> None:
        """Returns once hints are heard, or Redis was tried in vain (and is tried again in the background)."""
        heard = asyncio.Event()
        self._tasks = [asyncio.create_task(self._send()), asyncio.create_task(self._listen(listener, heard))]
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(heard.wait(), 2)

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._publisher.aclose()
        await self._subscriber.aclose()

    async def _send(self) -> None:
        while True:
            hint = await self._outbox.get()
            try:
                await self._publisher.publish(CHANNEL, msgspec.json.encode(hint))
            except (redis.RedisError, OSError) as error:
                self._is_away(error)
                await asyncio.sleep(_RETRY)
                while not self._outbox.empty():  # what these say, the sweeps of the others have found by now
                    self._outbox.get_nowait()

    async def _listen(self, listener: Listener, heard: asyncio.Event) -> None:
        while True:
            try:
                async with self._subscriber.pubsub() as subscription:
                    await subscription.subscribe(CHANNEL)
                    async for message in subscription.listen():
                        if message["type"] == "subscribe":
                            heard.set()
                            self._is_back()
                        elif message["type"] == "message":
                            self._heard(listener, message["data"])
            except (redis.RedisError, OSError) as error:
                self._is_away(error)
            await asyncio.sleep(_RETRY)

    def _is_away(self, error: Exception) -> None:
        if not self._away:
            self._away = True
            log.warning("Redis is away, lessons go on with a delay of up to two seconds: %s", error)

    def _is_back(self) -> None:
        if self._away:
            self._away = False
            log.warning("Redis is back")

    def _heard(self, listener: Listener, data: Any) -> None:
        try:
            listener(msgspec.json.decode(data, type=Hint))
        except msgspec.DecodeError:
            log.warning("a hint that is none was ignored")
