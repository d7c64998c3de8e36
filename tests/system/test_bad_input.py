"""What no decent client sends, against a real server on each database: it is answered with a clear code, nothing of it
is stored, nobody else notices, and the log has no traceback."""

import json
import urllib.error
import urllib.request

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from classroom.live import pace
from tests.system.people import PATIENCE, Browser, Host, Phone

NOT_MESSAGES = {
    "nothing": "",
    "words": "hello",
    "half": '{"type":"answer"',
    "null": "null",
    "a list": "[]",
    "a number": "7",
    "not a number": '{"type":"answer","id":"a","round":NaN,"response":[0]}',
    "deep": '{"type":"answer","id":"a","round":1,"response":' + "[" * 6000 + "]" * 6000 + "}",
    "bytes": b"\xff\xfe\x00\x01",
    "half a character": '{"type":"answer","id":"\\ud800","round":1,"response":[0]}',
}
WRONG_ANSWERS = [
    {"round": 1, "response": [0], "seq": -1},
    {"round": 1, "response": [0], "seq": 0},
    {"round": 1, "response": [0], "seq": 2**31},
    {"round": 1, "response": [0], "seq": 10**30},
    {"round": 1, "response": [0], "seq": "1"},
    {"round": "1", "response": [0]},
    {"round": 1, "response": [10**30]},
    {"round": 1, "response": [-1]},
    {"round": 1, "response": [0.0]},
    {"round": 1, "response": {"0": 0}},
    {"round": 1, "response": [0] * 3000},
    {"round": 1, "response": "\x00"},
    {"round": 1},
]


CUT = 1006  # closed without a word: Autobahn does so where a client breaks the WebSocket protocol itself


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.services)])
def any_server(request, new_server):
    """On SQLite, and on PostgreSQL, which takes less: no NUL in texts, no number beyond its column."""
    more = {"DATABASE_URL": request.getfixturevalue("postgres_url")} if request.param == "postgresql" else {}
    server = new_server(**more).start()
    yield server
    assert server.process.poll() is None
    assert "Traceback" not in server.log and " ERROR " not in server.log


@pytest.fixture
def lesson(any_server):
    """Ana, Ben and Cleo in the first question."""
    host = Host(any_server).open_session()
    ben, cleo = Phone(any_server).join(host.code, "Ben"), Phone(any_server).join(host.code, "Cleo")
    host.do("open")
    for phone in (ben, cleo):
        phone.screen("open")
    return host, ben, cleo


def closed_with(person) -> int:
    """The code with which the server closes this person's socket."""
    with pytest.raises(ConnectionClosed) as closed:
        person.frame("never")
    return closed.value.rcvd.code if closed.value.rcvd else CUT


def status(server, path, data=None, **headers) -> int:
    try:
        with urllib.request.urlopen(
            urllib.request.Request(server.url + path, data, headers), timeout=PATIENCE
        ) as response:
            return response.status
    except urllib.error.HTTPError as error:
        return error.code


def test_what_is_no_message_is_refused_and_ten_times_is_enough(lesson):
    host, ben, cleo = lesson
    for name, message in NOT_MESSAGES.items():
        ben.socket.send(message)
        assert ben.frame("refused")["code"] in ("malformed", "unknown", "invalid"), name
    ben.socket.send("once more")
    assert closed_with(ben) == 4400
    assert cleo.tap(1, 0)["type"] == "received"
    assert ben.come_in().tap(1, 1)["type"] == "received", "4400 may come back"
    host.frame("tally", answered=2)


@pytest.mark.parametrize(("size", "code"), [(20_000, 4400), (1_000_000, CUT)])
def test_a_frame_that_is_too_long_ends_its_socket(lesson, size, code):
    _, ben, cleo = lesson
    ben.say(type="answer", id="a" * size, round=1, response=[0])
    assert closed_with(ben) == code
    assert cleo.tap(1, 0)["type"] == "received"


def test_a_text_that_is_not_utf8_ends_its_socket(lesson):
    _, ben, cleo = lesson
    with ben.socket.send_context():
        ben.socket.protocol.send_text(b'{"type":"ping","id":"\xff"}')
    assert closed_with(ben) == CUT
    assert cleo.tap(1, 0)["type"] == "received"


def test_a_wrong_answer_is_refused_and_spoils_nobody_elses(lesson):
    host, ben, cleo = lesson
    ben_again = Phone(ben.server)
    ben_again.jar, ben_again.code = ben.jar, ben.code
    for number, wrong in enumerate(WRONG_ANSWERS):
        phone = ben if number < 10 else ben_again.come_in() if number == 10 else ben_again
        phone.say(type="answer", id=f"wrong{number}", **wrong)
        assert cleo.tap(1, number % 4, seq=number + 1, id=f"right{number}")["type"] == "received"
        assert phone.frame("refused", id=f"wrong{number}")["code"] == "invalid", wrong
    host.frame("tally", answered=1)


def test_an_answer_to_another_round_or_after_the_close_is_refused(lesson):
    host, ben, _ = lesson
    for number in (0, -1, 2, 10**30):
        assert ben.tap(number, 0, id=f"round{number}")["code"] in ("not_open", "closed", "invalid")
    host.do("close")
    assert ben.tap(1, 0, id="late")["code"] == "closed"
    for command in ("reveal", "reveal", "reveal", "next"):
        host.do(command)
    assert ben.tap(1, 0, id="later")["code"] == "closed", "an old tap never counts for the open question"
    host.frame("tally", round=2, answered=0)


def test_an_answer_of_another_session_is_nothing_here(lesson):
    host, ben, _ = lesson
    heard = ben.tap(1, 2)
    first, other = ben.code, host.open_session()
    assert first != other.code
    assert Browser(host.server).open(f"/ws/v1/phone/{other.code}").frame("bye")["code"] == 4501
    stranger = Phone(host.server)
    stranger.jar, stranger.code = ben.jar, other.code
    assert stranger.come_in().frame("bye")["code"] == 4501, "a seat is for its own session"
    ben.join(other.code, "Ben")
    ben.screen("lobby")
    assert ben.tap(heard["round"], 2)["code"] == "not_open"
    other.do("open")
    other.frame("tally", round=1, answered=0)


def test_a_page_of_another_site_gets_no_socket_and_no_post(server):
    host = Host(server).open_session()
    ben = Phone(server).sit_down(host.code, "Ben")
    cookies = "; ".join(f"{one.name}={one.value}" for one in ben.jar)
    address = server.url.replace("http", "ws", 1) + f"/ws/v1/phone/{host.code}"
    message, kind = json.dumps({"type": "ping", "id": "p"}).encode(), {"Content-Type": "application/json"}
    path = f"/api/v1/phone/{host.code}"
    for origin in ("http://evil.example", "null", "http://127.0.0.1:1", "http://127.0.0.1", "http://x@evil.example"):
        with connect(address, origin=origin, additional_headers={"Cookie": cookies}, open_timeout=PATIENCE) as socket:
            assert json.loads(socket.recv(timeout=PATIENCE)) == {"type": "bye", "code": 4501, "retry_ms": None}
        assert status(server, path, message, Cookie=cookies, Origin=origin, **kind) == 403
    assert status(server, path, message, Cookie=cookies, Origin=server.url, **kind) == 200


def test_a_flood_ends_its_socket_and_the_others_notice_nothing(lesson):
    host, ben, cleo = lesson
    with pytest.raises(ConnectionClosed) as closed:
        for number in range(5_000):
            ben.say(type="answer", id=str(number), round=1, response=[number % 4], seq=number + 1)
        while True:
            ben.frame()
    assert closed.value.rcvd.code == 4400
    assert cleo.tap(1, 0)["type"] == "received"
    host.frame("tally", answered=2)


def test_a_flood_of_posts_is_stopped_and_the_others_notice_nothing(lesson):
    _, ben, cleo = lesson
    path, ping = f"/api/v1/phone/{ben.code}", {"type": "ping", "id": "p"}
    told = []
    while len(told) < 2_000 and not (told and told[-1]["type"] == "bye"):
        told += ben.post_json(path, ping)["frames"]
    assert len(told) > pace.BURST
    assert told[-1]["code"] == 4400 and told[-1]["retry_ms"] > 0
    [received] = cleo.post_json(path, {"type": "answer", "id": "a", "round": 1, "response": [1], "seq": 2})["frames"]
    assert received["type"] == "received"


def test_addresses_that_lead_nowhere_are_told_so(any_server):
    """%00 is a NUL, which PostgreSQL does not take; the number is larger than any key."""
    huge = "9" * 30
    for path in ("phone/222222", "phone/%00", "phone/" + "A" * 2000, "display/%00", "display/x"):
        bye = Browser(any_server).open(f"/ws/v1/{path}").frame("bye")
        assert (bye["code"], bye["retry_ms"]) == (4500, None), path
    assert Browser(any_server).open(f"/ws/v1/desk/{huge}").frame("bye")["code"] == 4500
    assert Browser(any_server).open("/ws/v2/phone/222222").frame("bye")["code"] == 4500, "a version of the future"
    for path in (f"api/v1/desk/{huge}", "api/v1/phone/%00", "api/v1/display/%00", "api/v2/phone/222222"):
        assert status(any_server, f"/{path}") == 404, path
        [bye] = json.loads(Browser(any_server).get(f"/{path}"))["frames"]
        assert bye == {"type": "bye", "code": 4500, "retry_ms": None}, path
    for path in ("%00", "%00%00/claim", "%F0%9F%8E%93", "display/%00", "practice/%00", "check/%00", "host/%00"):
        assert status(any_server, f"/{path}/") < 500, path
    host = Host(any_server)
    for path in (
        f"desk/sessions/{huge}/",
        f"desk/quizzes/{huge}/",
        f"desk/sessions/{huge}/results/",
        "qr/%00.svg",
        "desk/check/state?key=%00",
        "?code=%00",
    ):
        host.get(f"/{path}")
        assert host.status < 500, path


def test_polling_refuses_what_a_socket_would(lesson):
    host, ben, _ = lesson
    path = f"/api/v1/phone/{ben.code}"
    cookies = "; ".join(f"{one.name}={one.value}" for one in ben.jar)

    def post(body, kind="application/json"):
        return status(ben.server, path, body, Cookie=cookies, **{"Content-Type": kind})

    assert post(b'{"type":"ping"}', "text/plain") == 415
    assert post(b'{"type":"ping"}', "application/x-www-form-urlencoded") == 415
    assert post(b" " * 20_000) == 413
    assert post(b" " * 3_000_000) == 413
    for name, message in NOT_MESSAGES.items():
        body = message if isinstance(message, bytes) else message.encode()
        assert post(body) == 200, name
    for number, wrong in enumerate(WRONG_ANSWERS):
        [refused] = ben.post_json(path, {"type": "answer", "id": str(number), **wrong})["frames"]
        assert (refused["type"], refused["code"]) == ("refused", "invalid"), wrong
    [refused] = ben.post_json(path, {"type": "close", "id": "c"})["frames"]
    assert refused["code"] == "unknown", "a phone is no desk"
    [bye] = ben.post_json(f"/api/v1/desk/{host.session}", {"type": "close", "id": "c"})["frames"]
    assert bye["code"] == 4501
    [received] = ben.post_json(path, {"type": "answer", "id": "a", "round": 1, "response": [0]})["frames"]
    assert received["type"] == "received"
    host.frame("tally", answered=1)


def test_a_forged_seat_is_no_seat(server):
    host = Host(server).open_session()
    address = server.url.replace("http", "ws", 1) + f"/ws/v1/phone/{host.code}"
    for cookie in ("", "x", "x:y:z", "W10:1abc:def", "a" * 3000):
        with connect(address, additional_headers={"Cookie": f"seat_{host.session}={cookie}"}) as socket:
            assert json.loads(socket.recv(timeout=PATIENCE))["code"] == 4501


def test_a_name_that_is_none_is_asked_for_again_and_a_long_one_is_cut(any_server):
    host = Host(any_server).open_session()
    for name in ("", "   ", "\x00", "\u202e\u200b", "<>", "\u0300\u0301"):
        ben = Phone(any_server).sit_down(host.code, name)
        assert ben.come_in().frame("bye")["code"] == 4501, repr(name)
    assert len(Phone(any_server).join(host.code, "x" * 9000).frame("you")["name"]) == 20
    assert Phone(any_server).join(host.code, "B\x00en\u202e").frame("you")["name"] == "Ben"
