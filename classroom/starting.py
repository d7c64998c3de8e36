"""What has to be right before the server starts: folder, port, database, static files. Each problem is one sentence."""

import hashlib
import shutil
import socket
import sqlite3
import tempfile
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

import django
from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor

BACKUPS_KEPT = 5
OUR_APPS = ("classroom", "quizzes")
PORT_FILE = "port"  # in the data folder
STARTING = 0x9A5  # the number of the lock that whoever prepares a PostgreSQL database holds


class CannotStart(Exception):
    """Its text is the one line that the terminal shows."""


def check_folder() -> None:
    folder = settings.DATA_DIR
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise CannotStart(
            f"The data folder {folder} cannot be written: {error.strerror}. Set PRASHNA_DATA to one that can."
        ) from None


def check_port(bind: str, port: int) -> None:
    family = socket.AF_INET6 if ":" in bind else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((bind.strip("[]"), port))
        except (OSError, OverflowError) as error:  # the latter: no such port
            reason = getattr(error, "strerror", None) or "ports are 1 to 65535"
            raise CannotStart(port_sentence(port, reason)) from None


def port_sentence(port: int, reason: str) -> str:
    another = port + 1 if port < 65535 else 8000
    return f"Port {port} cannot be used: {reason}. Choose another one: PORT={another} make run"


@contextmanager
def port_noted(port: int):
    """While it serves, the data folder says on which port: `make link` runs in another terminal, without our PORT."""
    file = settings.DATA_DIR / PORT_FILE
    with suppress(OSError):  # a convenience: no reason not to serve
        file.write_text(f"{port}\n")
    try:
        yield
    finally:
        if noted_port() == port:  # and not that of another server on the same folder
            file.unlink(missing_ok=True)


def noted_port() -> int | None:
    try:
        return int((settings.DATA_DIR / PORT_FILE).read_text())
    except (OSError, ValueError):
        return None


def running_port() -> int | None:
    """Where a server of this data folder answers. A note that a killed server left is not believed."""
    port = noted_port()
    if port is None:
        return None
    try:
        socket.create_connection(("localhost", port), timeout=2).close()
    except (OSError, OverflowError):  # nobody listens; no such port
        return None
    return port


@contextmanager
def one_at_a_time():
    """Of processes that start together on one PostgreSQL, one makes tables, files and the owner; the others wait."""
    if connection.vendor != "postgresql":
        yield
        return
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_lock(%s)", [STARTING])
    except DatabaseError as error:
        raise CannotStart(database_sentence(error)) from None
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_unlock(%s)", [STARTING])


def database_sentence(error: DatabaseError) -> str:
    return f"The database cannot be opened: {' '.join(str(error).split())}"


def bring_database_up_to_date() -> None:
    """Migrates; an SQLite file that has something in it is copied first."""
    try:
        executor = MigrationExecutor(connection)
    except DatabaseError as error:
        raise CannotStart(database_sentence(error)) from None
    applied = set(executor.loader.applied_migrations)
    unknown = sorted(key for key in applied - set(executor.loader.disk_migrations) if key[0] in OUR_APPS)
    if unknown:
        raise CannotStart(
            f"The database is from a newer version of Prashna ({'.'.join(unknown[-1])}). "
            "Start that version, or choose another folder with PRASHNA_DATA."
        )
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        if applied and connection.vendor == "sqlite":
            back_up(Path(settings.DATABASES["default"]["NAME"]))
        call_command("migrate", verbosity=0, interactive=False)


def back_up(file: Path) -> Path:
    """A copy beside the database, complete even while somebody writes to it."""
    folder = settings.DATA_DIR / "backups"
    folder.mkdir(exist_ok=True)
    copy = folder / f"db-{datetime.now(UTC):%Y%m%d-%H%M%S}.sqlite3"
    source, target = sqlite3.connect(file), sqlite3.connect(copy)
    try:
        source.backup(target)
    finally:
        source.close()
        target.close()
    for old in sorted(folder.glob("db-*.sqlite3"))[:-BACKUPS_KEPT]:
        old.unlink()
    return copy


def collect_static_files() -> None:
    """Only when a file changed since the last time: hashing and compressing takes seconds, looking does not."""
    seen = hashlib.sha256(f"{django.__version__} {settings.STORAGES['staticfiles']}\n".encode())
    for finder in get_finders():
        for name, storage in sorted(finder.list([]), key=lambda pair: pair[0]):
            status = Path(storage.path(name)).stat()
            seen.update(f"{storage.path(name)} {status.st_size} {status.st_mtime_ns}\n".encode())
    stamp = settings.STATIC_ROOT / ".collected-from"
    if stamp.exists() and stamp.read_text() == seen.hexdigest():
        return
    shutil.rmtree(settings.STATIC_ROOT, ignore_errors=True)
    call_command("collectstatic", verbosity=0, interactive=False)
    stamp.write_text(seen.hexdigest())
