"""The lesson that all servers are measured with: the same question to all, and answers in the same second."""

import sqlite3
from dataclasses import asdict

from django.conf import settings
from django.db import connection

from classroom import owner
from classroom.live import codes, names
from classroom.live.rules import Settings
from classroom.models import Player, Session
from quizzes import frozen

OPTIONS = ("FP32 for all", "FP16 or BF16", "FP64, slowly", "INT8 for all")


def _words(source: str, html: str) -> frozen.Texts:
    return {"en": frozen.Text("en", html, source)}


def quiz(rounds: int) -> frozen.FrozenQuiz:
    """Questions whose frame is about as long as an ordinary one's."""
    text = "What does mixed precision use for most operations?"
    options = tuple(
        frozen.FrozenOption(_words(one, one), _words(f"why {one}", f"<p>Because of {one}.</p>"), place)
        for place, one in enumerate(OPTIONS)
    )
    question = frozen.FrozenQuestion(
        kind="single", text=_words(text, f"<p>{text}</p>"), options=options, accepted=((1,),),
        explanation=_words("because", "<p>Half as many bytes to move.</p>"), time_limit=300,
    )  # fmt: skip
    return frozen.FrozenQuiz(_words("Numbers", "Numbers"), ("en",), (question,) * rounds)


def open_session(rounds: int) -> Session:
    account, _ = owner.local_owner()
    number = Session.objects.count()
    return Session.objects.create(
        owner=account,
        frozen=frozen.encode(quiz(rounds)),
        title="Bench",
        code=codes.make([number, number // len(codes.ALPHABET), 0, 0, 0, 0]),
        display_key=f"bench-{number}",
        settings=asdict(Settings(reveal="once")),
        state={"phase": "lobby"},
    )


def student(index: int) -> str:
    return f"Student {index + 1}"


def seat_students(session: Session, students: int) -> list[int]:
    """Without the form, for servers that have none. The keys of the players."""
    people = [student(index) for index in range(students)]
    Player.objects.bulk_create(Player(session=session, name=one, name_key=names.key(one)) for one in people)
    return list(Player.objects.filter(session=session).order_by("pk").values_list("pk", flat=True))


class Books:
    """Reads what is stored from outside of the server, in the file itself."""

    def __init__(self, session: int) -> None:
        self.session = session
        self.file = sqlite3.connect(f"file:{settings.DATABASES['default']['NAME']}?mode=ro", uri=True)

    def answers(self, number: int) -> dict[str, tuple[list[int], int]]:
        """name -> response and seq, of one round."""
        found = self.file.execute(_ALL, (self.session, number))
        return {name: (_list(response), seq) for name, response, seq in found}

    def seq(self, number: int, name: str) -> int:
        """Which tap of that student is stored; 0: none."""
        row = self.file.execute(_ONE, (self.session, number, name)).fetchone()
        return row[0] if row else 0

    def close(self) -> None:
        self.file.close()


_FROM = (
    "FROM classroom_answer a JOIN classroom_round r ON r.id = a.round_id JOIN classroom_player p ON p.id = a.player_id"
    " WHERE r.session_id = ? AND r.number = ?"
)
_ALL = f"SELECT p.name, a.response, a.seq {_FROM}"
_ONE = f"SELECT a.seq {_FROM} AND p.name = ?"


def _list(response: str) -> list[int]:
    return [int(one) for one in response.strip("[]").split(",")]


def synchronous() -> int:
    """SQLite's setting as every process of the site has it: 2 is FULL."""
    with connection.cursor() as cursor:
        return int(cursor.execute("PRAGMA synchronous").fetchone()[0])
