"""Hints through a real server of Redis's protocol: heard by every other process, also after it was restarted."""

import asyncio

import pytest

from classroom.live.bus import CHANNEL, Hint, RedisBus

pytestmark = pytest.mark.services
PATIENCE = 15  # seconds


class Process:
    """A bus, and the hints that came over it."""

    def __init__(self, url):
        self.bus, self.heard, self.news = RedisBus(url), [], asyncio.Event()

    async def start(self):
        await self.bus.start(self._hear)
        return self

    def _hear(self, hint):
        self.heard.append(hint)
        self.news.set()

    async def hears(self, hint):
        async with asyncio.timeout(PATIENCE):
            while hint not in self.heard:
                self.news.clear()
                await self.news.wait()


def play(url, lesson):
    async def run():
        ana, ben = await Process(url).start(), await Process(url).start()
        try:
            await lesson(ana, ben)
        finally:
            await ana.bus.stop()
            await ben.bus.stop()

    asyncio.run(run())


@pytest.mark.parametrize(
    "hint",
    [
        Hint("one", 7, 41),
        Hint("one", 7, 42, urgent=False),
        Hint("one", 7, tally=True),
        Hint("one", present={7: [1, 2], 8: []}),
    ],
)
def test_a_hint_arrives_as_it_was_sent(redis_url, hint):
    async def lesson(ana, ben):
        ana.bus.publish(hint)
        await ben.hears(hint)

    play(redis_url, lesson)


def test_what_is_no_hint_is_ignored_and_the_next_one_heard(redis_url, redis_server):
    async def lesson(ana, ben):
        for nonsense in (b"", b"nonsense", b"[]", b'{"sender":1}'):
            redis_server.client().publish(CHANNEL, nonsense)
        ana.bus.publish(Hint("one", 7, 1))
        await ben.hears(Hint("one", 7, 1))
        assert len(ben.heard) == 1

    play(redis_url, lesson)


def test_hints_are_heard_again_after_a_restart_without_the_old_ones(redis_url, redis_server):
    async def lesson(ana, ben):
        redis_server.stop()
        for version in range(2000):
            ana.bus.publish(Hint("one", 7, version))  # neither waits nor grows without end
        await asyncio.to_thread(redis_server.start)
        async with asyncio.timeout(PATIENCE):
            while Hint("one", 8, 1) not in ben.heard:
                ana.bus.publish(Hint("one", 8, 1))
                await asyncio.sleep(0.05)
        assert len([hint for hint in ben.heard if hint.room == 7]) < 1000

    play(redis_url, lesson)
