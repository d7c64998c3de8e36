"""Students who join a lesson that somebody else runs, and stay until it ends."""

import asyncio
import random
from collections import Counter
from collections.abc import Callable, Iterable

from .door import Door, NotLetIn
from .knowledge import Key, answering, thinking
from .student import Screen, Sent, Student, Watcher

_LONGEST_WAIT = 4.0  # seconds between the first student and the last


class Narrator(Watcher):
    """Says what the class does, one line for each thing worth saying."""

    def __init__(self, tell: Callable[[str], None]) -> None:
        self.tell = tell
        self.answers: Counter[int] = Counter()
        self.asked: dict[int, str] = {}
        self.told: set[int] = set()

    def seen(self, student: Student, text: bytes, message: Screen) -> None:
        if message["type"] != "screen" or message["round"] is None:
            return
        number = message["round"]
        if number not in self.asked:
            self.asked[number] = f"Question {message['number']} of {message['total']}"
            self.tell(f"{self.asked[number]} is on the phones.")
        if message["phase"] != "open" and number not in self.told:
            self.told.add(number)
            self.tell(f"{self.asked[number]}: {self.answers[number]} answers were acknowledged.")

    def acked(self, student: Student, answer: Sent, stored: list[int]) -> None:
        self.answers[answer.round] += 1

    def refused(self, student: Student, answer: Sent, code: str) -> None:
        self.tell(f"{student.name}: the answer was refused ({code}).")

    def failed(self, student: Student, what: str) -> None:
        self.tell(f"{student.name}: {what}.")


async def attend(
    door: Door, names: Iterable[str], skill: float, key: Key, seed: int | None, tell: Callable[[str], None]
) -> int:
    """How many came. Raises ``NotLetIn`` when nobody could; returns when the lesson is over for all."""
    chance = random.Random(seed)
    narrator = Narrator(tell)
    people = []
    for name in names:
        own = random.Random(chance.random())
        people.append(Student(name, door, answering(skill, key, own), thinking(own), narrator))
    await asyncio.to_thread(door.knock)
    try:
        pauses = [chance.uniform(0, _LONGEST_WAIT) for _ in people]
        came = await asyncio.gather(*(_come(one, pause, tell) for one, pause in zip(people, pauses, strict=True)))
        inside = [one for one, is_in in zip(people, came, strict=True) if is_in]
        if not inside:
            raise NotLetIn("None of the students could join.")
        tell(f"{len(inside)} of {len(people)} students have joined. Ctrl+C sends them home.")
        await asyncio.gather(*(one.over.wait() for one in inside))
        return len(inside)
    finally:
        for one in people:
            one.leave()


async def _come(student: Student, pause: float, tell: Callable[[str], None]) -> bool:
    await asyncio.sleep(pause)
    try:
        await student.join()
        await student.connect()
    except (NotLetIn, OSError) as error:
        tell(str(error))
        return False
    return True
