"""kill -9 of the server in the middle of an open question."""

import sqlite3
import time

import pytest

from tests.system.people import ConnectionClosed, Display, Host, Phone


def stored(server):
    with sqlite3.connect(f"file:{server.data / 'db.sqlite3'}?mode=ro", uri=True) as database:
        return database.execute("SELECT player_id, response FROM classroom_answer ORDER BY player_id").fetchall()


def test_after_a_kill_everything_is_as_it_was(server):
    host = Host(server).open_session()
    ben, cleo = Phone(server).join(host.code, "Ben"), Phone(server).join(host.code, "Cleo")
    display = Display(server).look(host.display_path)
    host.do("open")
    before = ben.screen("open")
    opened_at = time.monotonic()
    cleo.screen("open")
    assert ben.tap(1, 2)["type"] == "received"

    server.kill9()
    for person in (ben, cleo, host, display):
        with pytest.raises(ConnectionClosed):
            person.frame(type="never")
    server.start()

    ben.come_in()
    after = ben.screen("open")
    passed = (time.monotonic() - opened_at) * 1000
    assert after["left_ms"] == pytest.approx(before["left_ms"] - passed, abs=700), "the same deadline"
    assert after["question"] == before["question"] and after["round"] == 1
    personal = ben.frame("you")
    assert (personal["name"], personal["response"]) == ("Ben", [2]), "the same seat and the stored answer"

    cleo.come_in()
    cleo.screen("open")
    assert cleo.tap(1, 0)["type"] == "received"
    host.open(f"/ws/v1/desk/{host.session}")
    host.frame("tally", answered=2)
    display.look(host.display_path)
    display.frame("tally", answered=2)
    host.do("close")
    assert sum(ben.screen("closed")["version"] > 0 for _ in range(1)) == 1
    assert [response for _, response in stored(server)] == ["[2]", "[0]"]


def test_a_resend_after_the_kill_is_the_same_answer_once(server):
    host = Host(server).open_session()
    ben = Phone(server).join(host.code, "Ben")
    host.do("open")
    ben.screen("open")
    first = ben.tap(1, 3, id="a")
    server.kill9()
    server.start()
    again = ben.come_in().tap(1, 3, id="a")
    assert first == again
    assert len(stored(server)) == 1


def test_a_question_that_ran_out_while_the_server_was_down_is_closed_when_it_is_back(server):
    """Nobody is connected: the sweep does it. The database says when, not the restart."""
    host = Host(server).open_session()
    host.do("open")
    server.kill9()
    with sqlite3.connect(server.data / "db.sqlite3") as database:
        database.execute("UPDATE classroom_round SET deadline_ms = opened_ms + 1")
    database.close()
    server.start()
    until = time.monotonic() + 15
    while time.monotonic() < until:
        with sqlite3.connect(f"file:{server.data / 'db.sqlite3'}?mode=ro", uri=True) as database:
            closed, deadline = database.execute("SELECT closed_ms, deadline_ms FROM classroom_round").fetchone()
        database.close()
        if closed:
            break
        time.sleep(0.1)
    assert closed == deadline
