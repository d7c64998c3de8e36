"""Two processes of `manage.py serve` on one PostgreSQL and one Redis: one class, whichever process a screen is on."""

import time
from concurrent.futures import ThreadPoolExecutor

import psycopg
import pytest

from tests.system.people import PATIENCE, ConnectionClosed, Display, Host, Phone

pytestmark = pytest.mark.services


@pytest.fixture
def processes(new_server, postgres_url, redis_url):
    """Two servers that share database, hints and key, as two containers do; each has a folder of its own."""
    shared = {"DATABASE_URL": postgres_url, "REDIS_URL": redis_url, "PRASHNA_SECRET_KEY": "the same for both"}
    return new_server(**shared).start(), new_server(**shared).start()


@pytest.fixture
def lesson(processes):
    """Ana and Ben on one process, Cleo and the display on the other, in the lobby."""
    one, other = processes
    host = Host(one).open_session()
    ben, cleo = Phone(one).join(host.code, "Ben"), Phone(other).join(host.code, "Cleo")
    return host, ben, cleo, Display(other).look(host.display_path)


def stored(postgres_url):
    with psycopg.connect(postgres_url) as database:
        query = (
            "SELECT name, response, seq FROM classroom_answer JOIN classroom_player p ON p.id = player_id ORDER BY 1"
        )
        return database.execute(query).fetchall()


def eventually(holds, what):
    until = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < until, what
        time.sleep(0.05)


def test_every_phase_reaches_every_screen_and_every_answer_is_counted_once(lesson, postgres_url):
    host, ben, cleo, display = lesson
    host.frame("tally", joined=2, connected=2)
    host.do("open")
    for person in (ben, cleo, display):
        assert person.screen("open")["round"] == 1
    assert ben.tap(1, 0)["type"] == cleo.tap(1, 1)["type"] == "received"
    assert cleo.tap(1, 2, seq=2, id="changed")["response"] == [2]
    counted = host.frame("tally", answered=2, counts=[1, 0, 1, 0])
    assert counted["everyone"] and counted["away"] == []
    assert display.frame("tally", answered=2)["joined"] == 2
    for command, phase in [("close", "closed"), *(("reveal", p) for p in ("distribution", "key", "explanation"))]:
        host.do(command)
        shown = [person.screen(phase) for person in (ben, cleo)]
        assert shown[0] == shown[1], "the same screen to both, whichever process they are on"
        display.screen(phase)
        if phase == "key":
            assert (ben.frame("you", result="right")["rank"], cleo.frame("you", result="wrong")["rank"]) == (1, 2)
    assert shown[0]["distribution"] == {"counts": [1, 0, 1, 0], "answered": 2, "presented": 2}
    assert stored(postgres_url) == [("Ben", "[0]", 1), ("Cleo", "[2]", 2)]


def test_two_desks_on_two_processes_move_the_class_once(lesson, processes):
    host, ben, cleo, _ = lesson
    second = Host(processes[1])
    second.session = host.session
    second.take_the_desk()
    for desk in (host, second):
        desk.say(type="next", id="n", step=0)
    answers = [desk.frame("done", "refused", id="n") for desk in (host, second)]
    assert sorted(one["type"] for one in answers) == ["done", "refused"]
    assert [one["code"] for one in answers if one["type"] == "refused"] == ["stale"]
    for person in (ben, cleo):
        assert person.screen("open")["round"] == 1
    second.do("pause")
    assert ben.screen("open", paused=True)["round"] == 1
    assert cleo.tap(1, 0)["code"] == "paused"


def test_a_player_removed_on_one_process_is_sent_away_on_the_other(lesson):
    host, ben, cleo, _ = lesson
    people = host.screen("lobby", joined=2)["people"]
    host.do("remove_player", player=next(one["id"] for one in people if one["name"] == "Cleo"))
    assert cleo.frame("bye")["code"] == 4502
    host.do("open")
    ben.screen("open")


def test_when_one_process_is_killed_its_phones_go_on_at_the_other(lesson, processes, postgres_url):
    host, ben, cleo, _ = lesson
    one, other = processes
    host.do("open")
    cleo.screen("open")
    assert cleo.tap(1, 0)["type"] == "received"
    for command in ("close", "reveal", "reveal", "reveal", "next"):
        host.do(command)
    cleo.screen("open", round=2)
    assert cleo.tap(2, 3, id="a")["type"] == "received"
    assert ben.tap(2, 1, id="b")["type"] == "received"

    other.kill9()
    with pytest.raises(ConnectionClosed):
        cleo.frame("never")
    assert ben.tap(2, 2, seq=2, id="c")["type"] == "received", "the other phones notice nothing"
    host.frame("tally", connected=1)

    cleo.server = one  # as a proxy sends it
    cleo.come_in()
    assert cleo.screen("open")["round"] == 2
    mine = cleo.frame("you")
    assert (mine["name"], mine["response"]) == ("Cleo", [3]), "the same seat, the stored answer"
    assert cleo.tap(2, 3, id="a")["response"] == [3], "sent again: the same answer"
    host.frame("tally", connected=2, answered=2)
    host.do("close")
    for _ in range(2):
        host.do("reveal")
    assert cleo.frame("you", round=2, rank=1)["total"] >= 1.0, "and the score of the first question"
    assert sorted(stored(postgres_url)) == [("Ben", "[2]", 2), ("Cleo", "[0]", 1), ("Cleo", "[3]", 1)]


def test_a_process_that_comes_back_finds_the_lesson_where_it_is(lesson, processes):
    host, ben, cleo, display = lesson
    processes[1].kill9()
    host.do("open")
    ben.screen("open")
    processes[1].start()
    cleo.come_in()
    assert cleo.screen("open")["round"] == 1
    assert display.look(host.display_path).screen("open")["round"] == 1
    assert cleo.tap(1, 1)["type"] == "received"
    host.frame("tally", answered=1, connected=2)


def test_the_deadline_is_kept_by_whoever_is_left(lesson, processes, postgres_url):
    """The process that has the host is killed; nobody presses anything."""
    host, _, cleo, _ = lesson
    host.do("open")
    cleo.screen("open")
    with psycopg.connect(postgres_url) as database:
        database.execute("UPDATE classroom_round SET deadline_ms = opened_ms + 1")
    processes[0].kill9()
    cleo.screen("closed")


def test_the_lesson_goes_on_while_redis_is_away_and_when_it_is_back(lesson, processes, redis_server):
    """Without hints the sweep finds what changed, within two seconds."""
    host, ben, cleo, display = lesson
    redis_server.stop()
    host.do("open")
    ben.screen("open")
    assert cleo.screen("open")["round"] == display.screen("open")["round"] == 1
    assert cleo.tap(1, 1)["type"] == "received"
    host.frame("tally", answered=1)
    host.do("close")
    cleo.screen("closed")
    redis_server.start()
    eventually(lambda: all("Redis is back" in one.log for one in processes), "Redis was not noticed")
    for command, phase in [("reveal", "distribution"), ("reveal", "key"), ("reveal", "explanation"), ("next", "open")]:
        host.do(command)
        cleo.screen(phase)
    assert cleo.tap(2, 0, id="second")["type"] == "received"
    host.frame("tally", round=2, answered=1)
    for one in processes:
        assert one.log.count("Redis is away") == 1 and "Traceback" not in one.log


def test_two_that_start_at_once_on_nothing_make_everything_once(new_server, tmp_path, postgres_url, redis_url):
    """In the same folder too: secret key and static files are made there."""
    folder = tmp_path / "shared"
    folder.mkdir()
    made = [new_server(data=folder, DATABASE_URL=postgres_url, REDIS_URL=redis_url) for _ in range(2)]
    with ThreadPoolExecutor(2) as threads:
        both = list(threads.map(lambda server: server.start(), made))
    assert both[0].log.count("Ready: 1 quiz (the sample quiz).") == 2
    with psycopg.connect(postgres_url) as database:
        count = "SELECT (SELECT count(*) FROM auth_user), (SELECT count(*) FROM quizzes_quiz)"
        assert database.execute(count).fetchone() == (1, 1)
    host = Host(both[0]).open_session()
    ben = Phone(both[0]).sit_down(host.code, "Ben")
    ben.server = both[1]
    ben.come_in().screen("lobby")


def test_it_starts_while_redis_is_away(new_server, postgres_url, redis_server, redis_url):
    redis_server.stop()
    server = new_server(DATABASE_URL=postgres_url, REDIS_URL=redis_url).start()
    host = Host(server).open_session()
    ben = Phone(server).join(host.code, "Ben")
    host.do("open")
    ben.screen("open")
    assert ben.tap(1, 0)["type"] == "received"
    assert server.stop() == 0
    assert "Traceback" not in server.log


def test_when_the_database_drops_every_connection_nothing_acknowledged_is_lost(lesson, processes, postgres_url):
    """As when PostgreSQL is restarted. What was in the air is refused as `full`, and the phone sends it again."""
    host, ben, cleo, _ = lesson
    host.do("open")
    for phone in (ben, cleo):
        phone.screen("open")
    assert ben.tap(1, 0)["type"] == "received"
    with psycopg.connect(postgres_url) as database:
        query = (
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> %s"
        )
        database.execute(query, [database.info.backend_pid])
    for phone, option in ((ben, 2), (cleo, 1)):
        for attempt in range(20):
            outcome = phone.tap(1, option, seq=2, id=f"again{attempt}")
            if outcome["type"] == "received":
                break
            assert outcome["code"] == "full"
        assert outcome["response"] == [option]
    host.frame("tally", answered=2)
    host.say(type="close", id="close")
    if host.frame("done", "refused", id="close")["type"] == "refused":
        host.do("close")
    cleo.screen("closed")
    assert stored(postgres_url) == [("Ben", "[2]", 2), ("Cleo", "[1]", 2)]
