"""``manage.py simulate_class``: students who are not there, to rehearse with and to measure."""

import argparse
import asyncio
import json
import random
from urllib.parse import urlsplit

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError

from classroom import owner
from classroom.live import codes, opening
from classroom.live.rules import Settings
from classroom.simulation import records
from classroom.simulation.door import Door, NotLetIn
from classroom.simulation.host import HostStopped
from classroom.simulation.lesson import Ledger, Lesson
from classroom.simulation.rehearsal import attend
from classroom.simulation.wire import allow_sockets
from quizzes import frozen
from quizzes.models import Quiz
from quizzes.storing import load_sample

_HELP = """Simulated students join a lesson over the public protocol.

With --code they join a lesson that is running at --url, each a phone of its own: they think for a while as people
do, answer, and stay until the lesson ends or you press Ctrl+C.
With --host the command also plays the host: it opens a session on the sample quiz as the owner of this
installation, plays it through at full speed, and with --json prints what it measured as one JSON object.

About --skill: the server never tells the right answer before it is revealed, so students cannot know it. If the
server runs on this computer and uses the same database as this command (the same PRASHNA_DATA or DATABASE_URL), the
command looks the key up for them, and they answer rightly as often as the skill says. With any other server they
guess."""


class Command(BaseCommand):
    help = _HELP
    requires_system_checks = ()

    def create_parser(self, *args, **kwargs):
        parser = super().create_parser(*args, **kwargs)
        parser.formatter_class = argparse.RawDescriptionHelpFormatter
        return parser

    def add_arguments(self, parser):
        parser.add_argument("--url", required=True, help="the server, such as http://localhost:8000")
        parser.add_argument("--code", default="", help="room code of a running lesson")
        parser.add_argument("--host", action="store_true", help="play a whole lesson on the sample quiz")
        parser.add_argument("--students", type=int, default=30, help="how many, 1 to 5000 (default: 30)")
        parser.add_argument("--skill", type=float, default=0.7, help="share of right answers, 0 to 1 (default: 0.7)")
        parser.add_argument("--seed", type=int, default=None, help="the same number: the same choices")
        parser.add_argument("--json", action="store_true", dest="as_json", help="with --host: print one JSON object")

    def handle(self, *, url, code, host, students, skill, seed, as_json, **options):
        site = urlsplit(url)
        if site.scheme not in ("http", "https") or not site.hostname:
            raise CommandError("--url must be the address of a server, such as http://localhost:8000")
        if bool(code) == host:
            raise CommandError("Give either --code (join a running lesson) or --host (play a lesson of one's own).")
        if not 1 <= students <= 5000 or not 0 <= skill <= 1:
            raise CommandError("--students goes from 1 to 5000, --skill from 0 to 1.")
        allow_sockets(students)
        url = f"{site.scheme}://{site.netloc}"
        try:
            if host:
                self._host(url, students, skill, seed, as_json)
            else:
                self._join(url, code, students, skill, seed)
        except (NotLetIn, HostStopped) as error:
            raise CommandError(str(error)) from None
        except KeyboardInterrupt:
            self.stdout.write("The students have left.")

    def _join(self, url, code, students, skill, seed):
        room = codes.normalise(code)
        if not room:
            raise CommandError(f"{code} is not a room code: it has six letters and digits.")
        key = records.key_of_room(room) if records.is_this_machine(url) else {}
        if not key:
            self.stdout.write("The key of this lesson cannot be read here: the students guess.")
        first = 10 * random.Random(seed).randrange(1, 90)  # another class may sit there already
        names = [f"Student {number}" for number in range(first, first + students)]
        asyncio.run(attend(Door(url, room), names, skill, key, seed, self._tell))
        self.stdout.write("The lesson is over.")

    def _tell(self, line):
        self.stdout.write(line)
        self.stdout.flush()

    def _host(self, url, students, skill, seed, as_json):
        chance = random.Random(seed)
        account, session = _open_session(chance)
        key, quiz = records.key_of(session), frozen.decode(session.frozen)
        display = f"/ws/v1/display/{session.display_key}"
        with records.desk_cookie(account) as cookie:
            lesson = Lesson(url, session.code, session.pk, cookie, display, quiz, key, students, skill, chance)
            ledger = asyncio.run(lesson.play())
        records.count(session, ledger.acked_answers, ledger.report)
        self.stdout.write(json.dumps(ledger.report.as_dict()) if as_json else _in_words(ledger))


def _open_session(chance):
    """On the sample quiz. Only the database is needed: the server finds the session there."""
    try:
        account, _ = owner.local_owner()
        quiz = Quiz.objects.of(account).order_by("pk").first() or load_sample(account)
        return account, opening.open_session(account, quiz, Settings(), chance)
    except DatabaseError as error:
        sentence = " ".join(str(error).split())
        raise CommandError(f"The server's database cannot be used: {sentence}. Is PRASHNA_DATA its own?") from None


def _in_words(ledger: Ledger) -> str:
    found = ledger.report.as_dict()
    push, ack = found["push_ms"], found["ack_ms"]
    return (
        f"{found['joined']} of {found['students']} students joined and played {found['rounds']} questions.\n"
        f"Answers: {found['sent']} sent, {found['acked']} acknowledged, {found['stored']} stored, "
        f"{found['lost']} lost.\n"
        f"{found['leaked']} frames told too early, {found['errors']} errors.\n"
        f"Question on a phone: {push['p50']} ms (median), {push['last']} ms (the last one).\n"
        f"Answer acknowledged: {ack['p50']} ms (median), {ack['p99']} ms (99 of 100)."
    )
