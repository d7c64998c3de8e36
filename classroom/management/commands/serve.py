"""``manage.py serve``: the one way to run Prashna. Prepares everything, says where to click, and serves."""

import asyncio
import io
import sys

import segno
from django.conf import settings
from django.core.management.base import BaseCommand

from classroom import addresses, owner, starting
from quizzes.models import Quiz
from quizzes.storing import load_sample

WATCH_EVERY = 30  # seconds


class Command(BaseCommand):
    help = "Runs Prashna: prepares the data folder and the database, prints where to click, and serves."
    requires_system_checks = ()  # they take long, and `make check` runs them

    def add_arguments(self, parser):
        parser.add_argument("--port", type=int, default=settings.PORT, help="default: PORT, else 8000")
        parser.add_argument("--bind", default=settings.BIND, help="default: PRASHNA_BIND, else 0.0.0.0")
        parser.add_argument("--no-link", action="store_true", help="make and print no host link")
        parser.add_argument("--quiet", action="store_true", help="print only the host link and problems")

    def handle(self, *, port, bind, no_link, quiet, **options):
        settings.PORT = port  # what addresses are printed with
        try:
            starting.check_folder()
            starting.check_port(bind, port)
            with starting.one_at_a_time():
                starting.bring_database_up_to_date()
                starting.collect_static_files()
                account = self._owner()
        except starting.CannotStart as error:
            sys.exit(f"prashna: {error}")
        link = "" if no_link else host_link(account)
        printed = [] if settings.PUBLIC_URL else addresses.candidates()
        self.stdout.write(link and f"  Host link: {link}" if quiet else banner(account, link, printed))
        self.stdout.flush()
        self._serve(bind, port, printed, quiet)

    @staticmethod
    def _owner():
        account, is_first = owner.local_owner()
        if is_first:
            load_sample(account)
        owner.forget_stale_links()
        return account

    def _serve(self, bind, port, printed, quiet):
        # Here and not above: importing Daphne installs Twisted's reactor, and importing the application reads the
        # list of static files, which has just been made.
        from classroom.asgi import application
        from classroom.live import hub
        from classroom.serving import ClassroomServer

        async def watch():
            await self._watch_addresses(printed)

        on_start = None if quiet or settings.PUBLIC_URL else watch
        server = ClassroomServer(application, bind, port, hub, bool(settings.PUBLIC_URL), on_start)
        with starting.port_noted(port):
            server.run()
        if server.failure:
            sys.exit(f"prashna: {server.failure}")

    async def _watch_addresses(self, printed):
        """Says when the network changed: what was printed before would lead students nowhere."""
        while True:
            await asyncio.sleep(WATCH_EVERY)
            now = await asyncio.to_thread(addresses.candidates)
            if now != printed:
                printed = now
                self.stdout.write("\nThe network changed. Students now reach this computer at:\n" + listed(now))
                self.stdout.flush()


def host_link(account) -> str:
    """An address that signs ``account`` in once, to be opened on this computer."""
    base = settings.PUBLIC_URL or addresses.base_of("localhost", settings.PORT)
    return f"{base}/host/{owner.make_link(account)}/"


def banner(account, link, hosts) -> str:
    quizzes = Quiz.objects.of(account).count()
    parts = ["", "  Prashna is starting.", ""]
    if link:
        parts += ["  You teach? Open this link on this computer (it works once; `make link` prints another):", ""]
        parts += [f"    {link}", ""]
    parts += ["  Students open one of these addresses and type the room code:", ""]
    parts += [f"    {settings.PUBLIC_URL}" if settings.PUBLIC_URL else listed(hosts), ""]
    parts += [qr(addresses.public_base()), ""]
    noun = "quiz" if quizzes == 1 else "quizzes"
    sample = " (the sample quiz)" if quizzes == 1 else ""
    parts += [f"  Ready: {quizzes} {noun}{sample}.", f"  Data folder, to be backed up: {settings.DATA_DIR}"]
    parts += ["  To stop: Ctrl+C", ""]
    return "\n".join(parts)


def listed(hosts: list[str]) -> str:
    return "\n".join(f"    {addresses.base_of(host, settings.PORT)}" for host in hosts)


def qr(text: str) -> str:
    out = io.StringIO()
    segno.make_qr(text).terminal(out, compact=True)
    try:
        out.getvalue().encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:  # a terminal without block characters
        return ""
    return out.getvalue()
