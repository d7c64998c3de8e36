"""Settings from the environment, typed, failing loudly on a bad value."""

import os
import secrets
from pathlib import Path
from urllib.parse import unquote, urlsplit
from zoneinfo import ZoneInfo

from django.core.exceptions import ImproperlyConfigured


def text(name: str, default: str = "") -> str:
    return os.environ.get(name, default)


def boolean(name: str, default: bool) -> bool:
    value = os.environ.get(name, "").strip().lower()
    if value in ("", "1", "true", "yes", "on", "0", "false", "no", "off"):
        return default if value == "" else value in ("1", "true", "yes", "on")
    raise ImproperlyConfigured(f"{name} must be true or false, not {value!r}")


def integer(name: str, default: int) -> int:
    value = os.environ.get(name, "").strip()
    try:
        return int(value) if value else default
    except ValueError:
        raise ImproperlyConfigured(f"{name} must be a whole number, not {value!r}") from None


def time_zone(link: Path = Path("/etc/localtime")) -> str:
    """TZ, else the zone that this computer is set to, else UTC: a teacher reads local times without a setting."""
    named = os.environ.get("TZ", "").removeprefix(":")
    place = named or str(link.resolve()).rpartition("zoneinfo/")[2]
    try:
        ZoneInfo(place)
    except (KeyError, ValueError, OSError):  # no such zone, or /etc/localtime is a copy that names none
        if named:
            raise ImproperlyConfigured(f"TZ must be a time zone such as Asia/Kolkata, not {named!r}") from None
        return "UTC"
    return place


def words(name: str) -> list[str]:
    return [word.strip() for word in os.environ.get(name, "").split(",") if word.strip()]


def secret(name: str, file: Path) -> str:
    """The variable, else the file's content; the file is made on first use, readable by its owner alone."""
    if os.environ.get(name):
        return os.environ[name]
    try:
        return file.read_text().strip()
    except FileNotFoundError:
        pass
    except OSError as error:
        message = f"The secret key {file} cannot be read: {error.strerror}. Set PRASHNA_DATA to a folder that can."
        raise ImproperlyConfigured(message) from None
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        return _write_once(file, secrets.token_urlsafe(50))
    except OSError as error:
        message = f"The data folder {file.parent} cannot be written: {error.strerror}. Set PRASHNA_DATA to another one."
        raise ImproperlyConfigured(message) from None


def _write_once(file: Path, value: str) -> str:
    """What is in the file now: ``value``, or what another process wrote first. Nobody ever sees half of it."""
    draft = file.with_name(f".{file.name}.{secrets.token_hex(4)}")
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as handle:
        handle.write(value)
    try:
        os.link(draft, file)
    except FileExistsError:
        return file.read_text().strip()
    except OSError:  # a disk without hard links, such as exFAT
        os.replace(draft, file)
    finally:
        draft.unlink(missing_ok=True)
    return value


def database(url: str, folder: Path) -> dict[str, object]:
    """Django's database settings for ``DATABASE_URL``; without one, SQLite in the data folder.

    SQLite runs in WAL, takes its write lock at BEGIN (a read that becomes a write would fail with "database is
    locked"), and syncs each commit to the disk: an acknowledged answer survives a power cut.
    """
    if not url:
        return {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": folder / "db.sqlite3",
            # Tests need a file too: the live lesson writes from a thread of its own.
            "TEST": {"NAME": folder / "test.sqlite3"},
            "OPTIONS": {
                "timeout": 20,
                "transaction_mode": "IMMEDIATE",
                "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA cache_size=-16000;",
            },
        }
    parts = urlsplit(url)
    if parts.scheme not in ("postgres", "postgresql"):
        raise ImproperlyConfigured("DATABASE_URL must begin with postgresql://")
    options = dict(pair.split("=", 1) for pair in parts.query.split("&") if "=" in pair)
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(parts.path.lstrip("/")),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": unquote(options.pop("host", parts.hostname or "")),
        "PORT": str(parts.port or ""),
        "OPTIONS": {name: unquote(value) for name, value in options.items()},
    }
