"""One server, one class: what a question and a second of answers take."""

import asyncio
import gc
import json
from dataclasses import dataclass, field
from statistics import median
from typing import Any

from classroom.simulation.report import percentile

from . import lesson
from .peers import Peer
from .phones import Phones

_SAMPLE = 20  # answers of each round that are looked up in the database in the moment of their acknowledgement
_REST = 0.5  # seconds between questions


@dataclass
class Figures:
    peer: str
    students: int
    joined_s: float = 0.0  # by the form; 0: there is none
    connected_s: float = 0.0
    frame_bytes: int = 0
    push_ms: list[float] = field(default_factory=list)  # last phone, for each question
    ack_p50_ms: list[float] = field(default_factory=list)
    ack_p99_ms: list[float] = field(default_factory=list)
    sent: int = 0
    acked: int = 0
    lost: int = 0  # acknowledged, and not in the database afterwards
    looked_up: int = 0
    too_early: int = 0  # acknowledged, and not in the database at that moment
    broken: int = 0  # connections that ended by themselves

    def as_dict(self) -> dict[str, Any]:
        """With the median over the questions of each measure."""
        return {
            "peer": self.peer, "students": self.students, "joined_s": round(self.joined_s, 2),
            "connected_s": round(self.connected_s, 2), "frame_bytes": self.frame_bytes,
            "push_last_ms": round(median(self.push_ms), 1), "push_each_ms": [round(one, 1) for one in self.push_ms],
            "ack_p50_ms": round(median(self.ack_p50_ms), 1), "ack_p99_ms": round(median(self.ack_p99_ms), 1),
            "ack_p99_each_ms": [round(one, 1) for one in self.ack_p99_ms],
            "sent": self.sent, "acked": self.acked, "lost": self.lost, "looked_up": self.looked_up,
            "too_early": self.too_early, "broken": self.broken,
        }  # fmt: skip


@dataclass(frozen=True)
class Tap:
    """Answer ``number`` of a round: the students tap in turn, and may change their minds."""

    number: int
    students: int

    @property
    def student(self) -> str:
        return lesson.student(self.number % self.students)

    @property
    def seq(self) -> int:
        return self.number // self.students + 1

    @property
    def response(self) -> list[int]:
        return [(self.number + self.seq) % len(lesson.OPTIONS)]

    def message(self, asked: int) -> bytes:
        fields = {"id": f"{self.number}-{asked}", "round": asked, "response": self.response, "seq": self.seq}
        return json.dumps({"type": "answer", **fields}).encode()


async def measure(peer: Peer, url: str, rounds: int, answers: int) -> Figures:
    figures = Figures(peer.name, peer.students)
    books = lesson.Books(peer.session.pk)
    phones = Phones(peer.question)
    try:
        seats = await peer.enter(url)
        figures.joined_s = peer.joined_in
        figures.connected_s = await phones.connect(url, seats)
        gc.collect()
        gc.freeze()
        for number in range(1, rounds + 1):
            await asyncio.sleep(_REST)
            await _round(peer, phones, books, figures, number, answers)
        figures.broken = phones.broken
    finally:
        peer.leave()
        phones.close()
        books.close()
        gc.unfreeze()
    return figures


async def _round(peer: Peer, phones: Phones, books: lesson.Books, figures: Figures, number: int, answers: int) -> None:
    phones.at_ack = lambda tap: None
    phones.expect_question()
    await peer.ask(number)
    await phones.all_have_it()
    figures.frame_bytes = phones.size
    figures.push_ms.append(max(phones.now.arrived) * 1000)
    taps = [Tap(place, peer.students) for place in range(answers)]

    def look_up(place: int) -> None:
        if peer.stores and place % max(answers // _SAMPLE, 1) == 0:
            figures.looked_up += 1
            figures.too_early += books.seq(number, taps[place].student) < taps[place].seq

    phones.at_ack = look_up
    await asyncio.sleep(_REST)
    await phones.answer([tap.message(number) for tap in taps])
    times = [seconds * 1000 for seconds in phones.now.acked.values()]
    figures.ack_p50_ms.append(percentile(times, 0.5))
    figures.ack_p99_ms.append(percentile(times, 0.99))
    figures.sent += answers
    figures.acked += len(times)
    if peer.stores:
        last = {tap.student: (tap.response, tap.seq) for tap in taps if tap.number in phones.now.acked}
        kept = books.answers(number)
        figures.lost += sum(kept.get(student) != answer for student, answer in last.items())
    await peer.finish(number)
