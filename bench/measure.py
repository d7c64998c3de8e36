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


def response(index: int) -> list[int]:
    return [index % len(lesson.OPTIONS)]


async def measure(peer: Peer, url: str, rounds: int) -> Figures:
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
            await _round(peer, phones, books, figures, number)
        figures.broken = phones.broken
    finally:
        peer.leave()
        phones.close()
        books.close()
        gc.unfreeze()
    return figures


async def _round(peer: Peer, phones: Phones, books: lesson.Books, figures: Figures, number: int) -> None:
    phones.expect_question()
    await peer.ask(number)
    await phones.all_have_it()
    figures.frame_bytes = phones.size
    figures.push_ms.append(max(phones.now.arrived) * 1000)

    def look_up(index: int) -> None:
        if peer.stores and index % max(peer.students // _SAMPLE, 1) == 0:
            figures.looked_up += 1
            figures.too_early += books.answer(number, lesson.student(index)) != response(index)

    phones.at_ack = look_up
    await asyncio.sleep(_REST)
    await phones.answer([_answer(index, number) for index in range(peer.students)])
    times = [seconds * 1000 for seconds in phones.now.acked.values()]
    figures.ack_p50_ms.append(percentile(times, 0.5))
    figures.ack_p99_ms.append(percentile(times, 0.99))
    figures.sent += peer.students
    figures.acked += len(times)
    if peer.stores:
        kept = books.answers(number)
        figures.lost += sum(kept.get(lesson.student(index)) != response(index) for index in phones.now.acked)
    await peer.finish(number)


def _answer(index: int, number: int) -> bytes:
    message = {"type": "answer", "id": f"{index}-{number}", "round": number, "response": response(index), "seq": 1}
    return json.dumps(message).encode()
