"""Work in batches: each holds what arrived while the one before was being done."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Generic, TypeVar

T = TypeVar("T")
R = TypeVar("R")


class Batches(Generic[T, R]):
    """``do`` takes a list and returns one outcome for each, in order. If it raises, so do they."""

    def __init__(self, do: Callable[[list[T]], Awaitable[Sequence[R]]], largest: int = 500) -> None:
        self._do, self._largest = do, largest
        self._waiting: list[tuple[T, asyncio.Future[R]]] = []
        self._in_work: list[tuple[T, asyncio.Future[R]]] = []
        self._working: asyncio.Task[None] | None = None

    def add(self, item: T) -> "asyncio.Future[R]":
        """Its outcome, once its batch is done."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[R] = loop.create_future()
        self._waiting.append((item, future))
        if self._working is None:
            self._working = loop.create_task(self._work())
        return future

    async def settled(self, within: float) -> None:
        """Wait for what was added until now, not for what comes meanwhile; at most ``within`` seconds."""
        futures = [future for _, future in (*self._in_work, *self._waiting)]
        if futures:
            await asyncio.wait(futures, timeout=within)

    async def finish(self) -> None:
        """Wait for everything that was added."""
        while self._working is not None:
            await self._working

    async def _work(self) -> None:
        try:
            while self._waiting:
                batch, self._waiting = self._waiting[: self._largest], self._waiting[self._largest :]
                self._in_work = batch
                try:
                    outcomes = await self._do([item for item, _ in batch])
                except Exception as error:
                    for _, future in batch:
                        if not future.cancelled():
                            future.set_exception(error)
                    continue
                for (_, future), outcome in zip(batch, outcomes, strict=True):
                    if not future.cancelled():
                        future.set_result(outcome)
        finally:
            self._in_work = []
            self._working = None
