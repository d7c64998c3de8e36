"""kill -9 of the server in the middle of an open question."""

import sqlite3
import time
from concurrent.futures import ThreadPoolExecutor
from itertools import count

import pytest

from tests.system.people import ConnectionClosed, Display, Host, Phone

CLASS = 12


def rows(server, query):
    with sqlite3.connect(f"file:{server.data / 'db.sqlite3'}?mode=ro", uri=True) as database:
        found = database.execute(query).fetchall()
    database.close()
    return found


def stored(server):
    """(name, response, seq) of every answer."""
    return rows(
        server,
        "SELECT p.name, a.response, a.seq FROM classroom_answer a JOIN classroom_player p ON p.id = a.player_id"
        " ORDER BY p.name",
    )


def deadline(server):
    return rows(server, "SELECT deadline_ms FROM classroom_round")[0][0]


def test_after_a_kill_everything_is_as_it_was(server):
    host = Host(server).open_session()
    ben, cleo = Phone(server).join(host.code, "Ben"), Phone(server).join(host.code, "Cleo")
    display = Display(server).look(host.display_path)
    host.do("open")
    before = ben.screen("open")
    cleo.screen("open")
    assert ben.tap(1, 2)["type"] == "received"
    closes = deadline(server)

    server.kill9()
    for person in (ben, cleo, host, display):
        with pytest.raises(ConnectionClosed):
            person.frame(type="never")
    server.start()

    earliest = time.time() * 1000
    ben.come_in()
    after = ben.screen("open")
    assert closes - time.time() * 1000 <= after["left_ms"] <= closes - earliest + 1, "the same deadline"
    assert deadline(server) == closes
    assert after["question"] == before["question"]
    assert (after["round"], after["time_limit_ms"]) == (1, before["time_limit_ms"])
    personal = ben.frame("you")
    assert (personal["name"], personal["response"]) == ("Ben", [2]), "the same seat and the stored answer"

    host.open(f"/ws/v1/desk/{host.session}")
    display.look(host.display_path)
    for screen in (host, display):
        assert screen.frame("tally")["answered"] == 1, "the same count"
    cleo.come_in()
    cleo.screen("open")
    assert cleo.tap(1, 0)["type"] == "received"
    for screen in (host, display):
        screen.frame("tally", answered=2)
    host.do("close")
    ben.screen("closed")
    assert stored(server) == [("Ben", "[2]", 1), ("Cleo", "[0]", 1)]


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


def changes_of_mind(phone):
    """Taps again and again until the line breaks. The last seq that was acknowledged."""
    acknowledged = 0
    for seq in count(1):
        try:
            acknowledged = phone.tap(1, seq % 4, seq=seq, id=str(seq))["seq"]
        except ConnectionClosed as broken:
            assert broken.rcvd is None, "no server says goodbye when it is killed"
            return acknowledged


def test_whatever_was_acknowledged_while_the_server_died_is_stored_once(server):
    """Everybody is tapping at the moment of the kill: some answers are on their way, some in a batch, some told."""
    host = Host(server).open_session()
    names = [f"Player {number:02}" for number in range(CLASS)]
    phones = [Phone(server).join(host.code, name) for name in names]
    host.do("open")
    for phone in phones:
        phone.screen("open")
    with ThreadPoolExecutor(CLASS) as class_room:
        tapping = [class_room.submit(changes_of_mind, phone) for phone in phones]
        host.frame("tally", answered=CLASS)  # they are all at it
        server.kill9()
    acknowledged = [one.result() for one in tapping]
    assert min(acknowledged) > 0

    server.start()
    kept = stored(server)
    assert [name for name, _, _ in kept] == names, "one row for each"
    for (name, response, seq), told in zip(kept, acknowledged, strict=True):
        assert seq >= told, f"{name}: {told} was acknowledged, {seq} is stored"
        assert response == f"[{seq % 4}]"
    for phone, (_, response, seq) in zip(phones, kept, strict=True):
        phone.come_in().screen("open")
        personal = phone.frame("you")
        assert (str(personal["response"]), personal["seq"]) == (response, seq)


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
        closed, due = rows(server, "SELECT closed_ms, deadline_ms FROM classroom_round")[0]
        if closed:
            break
        time.sleep(0.1)
    assert closed == due
