"""A database that people have goes on working: from the first version to this one, nothing is lost."""

import sqlite3
from pathlib import Path

import pytest
from django.core.management import call_command

from tests.system.people import Host, Phone

FIRST_VERSION = Path(__file__).parent.parent / "data" / "first_version.sql"
# Django keeps these by itself; and links that nobody used in a week are forgotten at every start.
NOT_COMPARED = {"django_migrations", "django_content_type", "auth_permission", "sqlite_sequence", "classroom_hostlink"}


@pytest.fixture
def old_server(new_server):
    """Not started yet, on a database of the first version."""
    server = new_server()
    with sqlite3.connect(server.data / "db.sqlite3") as database:
        database.executescript(FIRST_VERSION.read_text())
        # The bin shows what was thrown away in the last 30 days, whenever this runs.
        database.execute("UPDATE quizzes_quiz SET deleted_at = datetime('now', '-1 day') WHERE deleted_at IS NOT NULL")
    database.close()
    return server


def tables(file) -> dict[str, list[dict]]:
    """Table -> its rows, each column -> value."""
    database = sqlite3.connect(file)
    database.row_factory = sqlite3.Row
    names = [row[0] for row in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    found = {name: [dict(row) for row in database.execute(f'SELECT * FROM "{name}" ORDER BY 1')] for name in names}
    database.close()
    return {name: rows for name, rows in found.items() if name not in NOT_COMPARED}


def test_the_models_and_the_migrations_say_the_same(db):
    call_command("makemigrations", check=True, dry_run=True, verbosity=0)


def test_every_row_and_value_of_the_first_version_is_still_there(old_server):
    """A column or table that a later migration renames or drops needs its line here, with the reason."""
    before = tables(old_server.data / "db.sqlite3")
    old_server.start()
    after = tables(old_server.data / "db.sqlite3")
    assert sum(map(len, before.values())) > 30
    for name, rows in before.items():
        new = {row["id"]: row for row in after[name]} if rows else {}
        for row in rows:
            kept = {column: new[row["id"]][column] for column in row}
            assert kept == row, name


def test_what_was_played_with_the_first_version_is_shown_by_this_one(old_server):
    host = Host(old_server.start())
    desk = host.get("/desk/")
    assert "Numbers" in desk and "/desk/quizzes/2/restore/" in desk, "one quiz, and one in the bin"
    results = host.get("/desk/sessions/1/results/")
    assert host.address.endswith("/results/")
    for name in ("Ben", "Cleo"):
        assert name in results
    assert "दान" not in results, "was removed"
    assert "सात" in host.get("/desk/quizzes/1/")


def test_a_lesson_that_the_first_version_left_in_an_open_question_goes_on(old_server):
    host = Host(old_server.start())
    host.session = 2
    host.open("/ws/v1/desk/2")
    screen = host.screen("open")
    assert [person["name"] for person in screen["people"]] == ["Ben", "Cleo"]
    assert host.frame("tally")["counts"] == [1, 0, 1]
    phone = Phone(old_server).join(screen["code"], "Dan")
    assert phone.screen("open")["question"]["several"]
    assert phone.tap(1, 0, 2)["type"] == "received"
    host.do("close")
    host.do("reveal")
    host.do("reveal")
    assert phone.frame("you", result="right")["total"] == 1.0


def test_a_lesson_that_ended_can_be_resumed_with_the_same_players(old_server):
    host = Host(old_server.start())
    host.session = 1
    host.open("/ws/v1/desk/1")
    people = {person["name"]: person for person in host.screen("ended")["people"]}
    assert people["Cleo"]["points"] == 1814 and people["दान"]["removed"]
    host.do("resume")
    host.do("open")
    assert host.do("end", open_round="withdraw")
