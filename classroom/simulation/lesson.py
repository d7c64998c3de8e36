"""A whole lesson at full speed: students join, every question is asked, answered, revealed; all is measured."""

import asyncio
import random
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from quizzes.frozen import FrozenQuiz

from .door import Door, NotLetIn
from .host import Host, HostStopped
from .knowledge import Key, answering, at_once
from .report import Report
from .student import Screen, Sent, Student, Watcher
from .watch import EXPLANATION_STEP, KEY_STEP, SecretWatch
from .wire import Line, dial

_AT_ONCE = 30  # students who join at the same moment
_PATIENCE = 120  # seconds for a class to do what one step asks of it


@dataclass
class Ledger(Watcher):
    """What the students were told: compared with the database when all is over."""

    report: Report
    secrets: SecretWatch
    host: Host
    acked_answers: dict[tuple[str, int], list[int]] = field(default_factory=dict)  # (name, round) -> as acknowledged
    shown: Counter[int] = field(default_factory=Counter)  # round -> phones that have the question
    settled: Counter[int] = field(default_factory=Counter)  # round -> answers acknowledged or refused
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    _seen: set[tuple[str, int]] = field(default_factory=set)

    def seen(self, student: Student, text: bytes, message: Screen) -> None:
        self.report.leaked += self.secrets.leaks(text)
        if message["type"] == "screen" and message["phase"] == "open":
            place = (student.name, message["round"])
            if place not in self._seen:
                self._seen.add(place)
                self.report.push.append(time.perf_counter() - self.host.commanded_at)
                self.shown[message["round"]] += 1
                self.changed.set()

    def sent(self, student: Student, answer: Sent) -> None:
        self.report.sent += 1

    def acked(self, student: Student, answer: Sent, stored: list[int]) -> None:
        self.report.ack.append(time.perf_counter() - answer.at)
        self.report.acked += 1
        self.acked_answers[student.name, answer.round] = stored
        self.settled[answer.round] += 1
        self.changed.set()

    def refused(self, student: Student, answer: Sent, code: str) -> None:
        self.report.errors += 1
        self.settled[answer.round] += 1
        self.changed.set()

    def failed(self, student: Student, what: str) -> None:
        self.report.errors += 1
        self.changed.set()


@dataclass
class Lesson:
    """``cookie``: signs the owner in at the desk. ``display``: the path of the display's socket."""

    url: str
    code: str
    session: int
    cookie: str
    display: str
    quiz: FrozenQuiz
    key: Key
    students: int
    skill: float
    chance: random.Random

    async def play(self) -> Ledger:
        """Raises ``HostStopped`` or ``NotLetIn`` when the lesson cannot be played."""
        host = Host(self.url, self.session, self.cookie)
        ledger = Ledger(Report(self.students), SecretWatch(self.quiz), host)
        display: Line | None = None
        people = self._people(ledger)
        try:
            await host.connect()
            display = await dial(self.url, self.display, "", lambda text: self._display_shows(ledger, text), _nothing)
            await self._gather(people, ledger)
            for position in range(len(self.quiz.questions)):
                await self._round(ledger, position)
            await host.command("end")
            await self._until(ledger, lambda: all(one.over.is_set() for one in people), "see the end", poll=True)
        except OSError as error:
            raise HostStopped(f"{self.url} cannot be reached: {error.strerror or error}.") from None
        finally:
            for one in people:
                one.leave()
            host.close()
            if display is not None:
                display.close()
        return ledger

    def _people(self, ledger: Ledger) -> list[Student]:
        door = Door(self.url, self.code)
        choices = [answering(self.skill, self.key, random.Random(self.chance.random())) for _ in range(self.students)]
        return [Student(f"Student {n}", door, choose, at_once, ledger) for n, choose in enumerate(choices, start=1)]

    async def _gather(self, people: list[Student], ledger: Ledger) -> None:
        await asyncio.to_thread(people[0].door.knock)
        together = asyncio.Semaphore(_AT_ONCE)

        async def come_in(one: Student) -> None:
            async with together:
                try:
                    await one.join()
                    await one.connect()
                    await asyncio.wait_for(one.greeted.wait(), _PATIENCE)
                except (NotLetIn, OSError, TimeoutError):
                    ledger.report.errors += 1
                else:
                    ledger.report.joined += 1

        await asyncio.gather(*(come_in(one) for one in people))
        if not ledger.report.joined:
            raise NotLetIn(f"None of the {len(people)} students could join.")

    async def _round(self, ledger: Ledger, position: int) -> None:
        host, number = ledger.host, ledger.report.rounds + 1
        ledger.report.rounds = number
        await host.command("next")
        class_size = ledger.report.joined
        await self._until(ledger, lambda: ledger.shown[number] >= class_size, "see the question")
        await self._until(ledger, lambda: ledger.settled[number] >= class_size, "get their answers in")
        await host.command("close")
        await host.command("reveal")
        ledger.secrets.allow(position, KEY_STEP)
        await host.command("reveal")
        ledger.secrets.allow(position, EXPLANATION_STEP)
        await host.command("reveal")

    async def _until(self, ledger: Ledger, done: Callable[[], bool], what: str, poll: bool = False) -> None:
        limit = time.monotonic() + _PATIENCE
        while not done():
            ledger.changed.clear()
            if time.monotonic() > limit:
                raise HostStopped(f"Not all students could {what} within {_PATIENCE} seconds.")
            try:
                await asyncio.wait_for(ledger.changed.wait(), 0.05 if poll else 1)
            except TimeoutError:
                continue

    @staticmethod
    def _display_shows(ledger: Ledger, text: bytes) -> None:
        ledger.report.leaked += ledger.secrets.leaks(text)


def _nothing(code: int) -> None:
    pass
