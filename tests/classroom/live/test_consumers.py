"""Sockets: who may come in, what they are sent, and that an answer is acknowledged once it is stored."""

import asyncio
import json
import threading

import pytest
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.conf import settings as site
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.db import connections

from classroom.live import answers, hub, joining, protocol, store
from classroom.live import commands as c
from classroom.live.routing import websocket_application
from classroom.models import Answer, Session

from .lesson import question

pytestmark = pytest.mark.django_db(transaction=True)


class Socket(WebsocketCommunicator):
    def __init__(self, path, cookie="", origin="http://school.local:8000"):
        headers = [(b"host", b"school.local:8000"), (b"cookie", cookie.encode())]
        super().__init__(websocket_application, path, headers + ([(b"origin", origin.encode())] if origin else []))

    async def open(self):
        connected, _ = await self.connect(timeout=5)
        assert connected
        return self

    async def frame(self, kind=None):
        """The next frame, or the next one of a type."""
        while True:
            frame = json.loads(await self.receive_from(timeout=5))
            if kind is None or frame["type"] == kind:
                return frame

    async def screen(self, phase):
        while (frame := await self.frame("screen"))["phase"] != phase:
            pass
        return frame

    async def say(self, **message):
        await self.send_to(json.dumps(message))

    async def closed_with(self):
        assert (await self.frame("bye"))["code"]
        return (await self.receive_output(timeout=5))["code"]


def play(lesson):
    """Run an async lesson with a hub of its own, on one event loop."""

    async def run():
        try:
            await lesson
        finally:
            await hub.shutdown()
            await sync_to_async(connections.close_all)()  # PostgreSQL drops no database that a thread still uses

    asyncio.run(run())


def host_cookie(user):
    store = SessionStore()
    store[SESSION_KEY], store[BACKEND_SESSION_KEY] = str(user.pk), site.AUTHENTICATION_BACKENDS[0]
    store[HASH_SESSION_KEY] = user.get_session_auth_hash()
    store.save()
    return f"{site.SESSION_COOKIE_NAME}={store.session_key}"


def test_a_phone_is_sent_its_screen_and_what_is_personal(open_lesson, seat):
    session = open_lesson()
    _, cookie = seat(session, "Ben")

    async def lesson():
        ben = await Socket(f"/ws/v1/phone/{session.code.lower()}", cookie).open()
        assert (await ben.frame())["phase"] == "lobby"
        assert (await ben.frame())["name"] == "Ben"
        await ben.say(type="ping", id="p")
        assert await ben.frame("pong") == {"type": "pong", "id": "p", "version": 2}

    play(lesson())


def test_a_lesson_over_sockets(open_lesson, seat, ana):
    session = open_lesson()
    _, ben_cookie = seat(session, "Ben")
    _, cleo_cookie = seat(session, "Cleo")
    ana_cookie = host_cookie(ana)

    async def lesson():
        ben = await Socket(f"/ws/v1/phone/{session.code}", ben_cookie).open()
        cleo = await Socket(f"/ws/v1/phone/{session.code}", cleo_cookie).open()
        desk = await Socket(f"/ws/v1/desk/{session.pk}", ana_cookie).open()
        display = await Socket(f"/ws/v1/display/{session.display_key}").open()
        step = (await desk.screen("lobby"))["step"]
        await desk.say(type="open", id="1", step=step)
        assert (await desk.frame("done"))["id"] == "1"
        opened = await ben.screen("open")
        assert opened["key"] is None and 0 < opened["left_ms"] <= 30_000
        await ben.say(type="answer", id="a", round=1, response=[0], seq=1)
        assert await ben.frame("received") == {"type": "received", "id": "a", "round": 1, "response": [0], "seq": 1}
        assert await sync_to_async(Answer.objects.count)() == 1
        await cleo.say(type="answer", id="b", round=1, response=[1], seq=1)
        await cleo.frame("received")
        while (tally := await desk.frame("tally"))["answered"] < 2:
            pass
        assert tally["counts"] == [1, 1, 0, 0] and tally["everyone"]
        while (tally := await display.frame("tally"))["answered"] < 2:
            pass
        assert "counts" not in tally
        for command in ("close", "reveal", "reveal", "reveal"):
            await desk.say(type=command, id=command)
        shown = await ben.screen("explanation")
        assert shown["distribution"]["counts"] == [1, 1, 0, 0] and shown["key"]["right"] == [0]
        result = await cleo.frame("you")
        while result["result"] is None:
            result = await cleo.frame("you")
        assert (result["result"], result["rank"], result["ranked"]) == ("wrong", 2, 2)

    play(lesson())


def test_the_timer_closes_the_question(open_lesson, seat):
    session = open_lesson(question(1, time_limit=1))
    _, cookie = seat(session, "Ben")

    async def lesson():
        ben = await Socket(f"/ws/v1/phone/{session.code}", cookie).open()
        room = await (await hub.startup()).room(session.pk)
        await room.command(c.Open())
        await ben.screen("open")
        await ben.screen("closed")

    play(lesson())


def test_everyone_having_answered_closes_after_a_countdown_where_it_is_asked_for(open_lesson, seat):
    session = open_lesson(auto_close=True)
    _, cookie = seat(session, "Ben")

    async def lesson():
        ben = await Socket(f"/ws/v1/phone/{session.code}", cookie).open()
        room = await (await hub.startup()).room(session.pk)
        await room.command(c.Open())
        await ben.say(type="answer", id="a", round=1, response=[0])
        while (await ben.screen("open"))["closing_ms"] is None:
            pass
        await ben.screen("closed")

    play(lesson())


@pytest.mark.parametrize("origin", ["http://evil.example", "http://school.local:8001", "null"])
def test_a_socket_opened_by_a_foreign_page_is_sent_away(open_lesson, seat, origin):
    session = open_lesson()
    _, cookie = seat(session, "Ben")

    async def lesson():
        stranger = await Socket(f"/ws/v1/phone/{session.code}", cookie, origin).open()
        assert await stranger.closed_with() == protocol.CLOSE_NOT_IN

    play(lesson())


def test_who_is_not_in_is_told_so(open_lesson, seat, ana, dan):
    session = open_lesson()
    _, ben_cookie = seat(session, "Ben")
    dan_cookie = host_cookie(dan)
    forged = ben_cookie[:-3] + "xyz"

    async def lesson():
        for path, cookie, code in [
            (f"/ws/v1/phone/{session.code}", "", protocol.CLOSE_NOT_IN),
            (f"/ws/v1/phone/{session.code}", forged, protocol.CLOSE_NOT_IN),
            ("/ws/v1/phone/222222", ben_cookie, protocol.CLOSE_NO_SUCH_ROOM),
            ("/ws/v1/display/guess", "", protocol.CLOSE_NO_SUCH_ROOM),
            (f"/ws/v1/desk/{session.pk}", "", protocol.CLOSE_NOT_IN),
            (f"/ws/v1/desk/{session.pk}", dan_cookie, protocol.CLOSE_NOT_IN),
            (f"/ws/v1/desk/{session.pk}", ben_cookie, protocol.CLOSE_NOT_IN),
            ("/ws/elsewhere", "", protocol.CLOSE_NO_SUCH_ROOM),
        ]:
            visitor = await Socket(path, cookie).open()
            assert await visitor.closed_with() == code, path

    play(lesson())


def test_a_phone_cannot_give_the_hosts_commands(open_lesson, seat):
    session = open_lesson()
    _, cookie = seat(session, "Ben")

    async def lesson():
        ben = await Socket(f"/ws/v1/phone/{session.code}", cookie).open()
        for kind in sorted(protocol.TYPES["desk"] - {"ping"} | {"time_up", "everyone_answered"})[:9]:
            await ben.say(type=kind, id="x", round=1, seconds=5, question=0, right=[1])
            assert (await ben.frame("refused"))["code"] == "unknown"

    play(lesson())
    assert Session.objects.get(pk=session.pk).version == 2


def test_nonsense_is_answered_and_too_much_of_it_ends_the_socket(open_lesson, seat):
    session = open_lesson()
    _, cookie = seat(session, "Ben")

    async def lesson():
        ben = await Socket(f"/ws/v1/phone/{session.code}", cookie).open()
        for text in ("nope", "null", "[]", '{"type":5}', "[" * 5000, '{"type":"answer","id":"a"}'):
            await ben.send_to(text)
            assert (await ben.frame("refused"))["code"] in ("malformed", "unknown", "invalid")
        for _ in range(8):
            await ben.send_to("nope")
        bye = await ben.frame("bye")
        assert bye["code"] == protocol.CLOSE_TOO_FAST and bye["retry_ms"] > 0, "it may come back, not at once"
        assert (await ben.receive_output(timeout=5))["code"] == protocol.CLOSE_TOO_FAST

    play(lesson())


def test_a_removed_player_is_sent_away_and_a_moved_seat_too(open_lesson, seat):
    session = open_lesson()
    ben_player, ben_cookie = seat(session, "Ben")
    _, cleo_cookie = seat(session, "Cleo")
    claim = joining.claim_seat(session, "Cleo")

    async def lesson():
        ben = await Socket(f"/ws/v1/phone/{session.code}", ben_cookie).open()
        cleo = await Socket(f"/ws/v1/phone/{session.code}", cleo_cookie).open()
        room = await (await hub.startup()).room(session.pk)
        await room.command(c.RemovePlayer(player=ben_player.pk))
        assert await ben.closed_with() == protocol.CLOSE_REMOVED
        await room.command(c.MoveSeat(claim=claim.pk))
        assert await cleo.closed_with() == protocol.CLOSE_SEAT_MOVED
        again = await Socket(f"/ws/v1/phone/{session.code}", cleo_cookie).open()
        assert await again.closed_with() == protocol.CLOSE_SEAT_MOVED

    play(lesson())


def test_coming_back_brings_the_screen_and_the_stored_answer(open_lesson, seat):
    session = open_lesson()
    _, cookie = seat(session, "Ben")

    async def lesson():
        room = await (await hub.startup()).room(session.pk)
        await room.command(c.Open())
        ben = await Socket(f"/ws/v1/phone/{session.code}", cookie).open()
        await ben.say(type="answer", id="a", round=1, response=[2], seq=4)
        await ben.frame("received")
        await ben.disconnect()
        back = await Socket(f"/ws/v1/phone/{session.code}", cookie).open()
        assert (await back.frame("screen"))["phase"] == "open"
        personal = await back.frame("you")
        assert (personal["response"], personal["seq"]) == ([2], 4)

    play(lesson())


def test_a_second_tab_hears_of_the_answer(open_lesson, seat):
    session = open_lesson()
    _, cookie = seat(session, "Ben")

    async def lesson():
        room = await (await hub.startup()).room(session.pk)
        await room.command(c.Open())
        tabs = [await Socket(f"/ws/v1/phone/{session.code}", cookie).open() for _ in range(2)]
        for tab in tabs:
            await tab.frame("you")  # it is in the room now, not only connected
        await tabs[0].say(type="answer", id="a", round=1, response=[2])
        assert (await tabs[1].frame("received"))["response"] == [2]

    play(lesson())


def test_somebody_joining_or_answering_changes_nothing_on_the_phones(open_lesson, seat):
    session = open_lesson()
    _, ben_cookie = seat(session, "Ben")

    async def lesson():
        ben = await Socket(f"/ws/v1/phone/{session.code}", ben_cookie).open()
        await ben.frame("you")
        display = await Socket(f"/ws/v1/display/{session.display_key}").open()
        _, cleo_cookie = await sync_to_async(seat)(session, "Cleo")
        while "Cleo" not in ((await display.frame("screen"))["names"] or []):
            pass
        cleo = await Socket(f"/ws/v1/phone/{session.code}", cleo_cookie).open()
        assert (await cleo.frame("you"))["name"] == "Cleo"
        assert await ben.receive_nothing(0.3)

    play(lesson())


def test_a_lost_hint_is_made_up_for_by_the_sweep(open_lesson, seat):
    """Another process changed the session and its hint never came."""
    from classroom.live import store

    session = open_lesson()
    _, cookie = seat(session, "Ben")

    async def lesson():
        ben = await Socket(f"/ws/v1/phone/{session.code}", cookie).open()
        await ben.frame("you")
        await sync_to_async(store.command)(session.pk, c.Open(), store.now_ms())
        await (await hub.startup()).sweep()
        await ben.screen("open")

    play(lesson())


def test_a_restart_tells_every_screen_to_come_back(open_lesson, seat):
    session = open_lesson()
    _, cookie = seat(session, "Ben")

    async def lesson():
        ben = await Socket(f"/ws/v1/phone/{session.code}", cookie).open()
        await ben.frame("you")
        await hub.shutdown()
        bye = await ben.frame("bye")
        assert (bye["code"], bye["retry_ms"]) == (protocol.CLOSE_RESTART, protocol.RETRY_SPREAD_MS)

    play(lesson())


def test_answers_that_were_received_before_the_close_are_stored_before_it(open_lesson, seat, monkeypatch):
    """The first is being stored and the second waits its turn when the host closes."""
    session = open_lesson()
    cookies = [seat(session, name)[1] for name in ("Ben", "Cleo")]
    began, go_on, write = threading.Event(), threading.Event(), answers.write

    def slow(taps):
        began.set()
        go_on.wait(5)
        return write(taps)

    monkeypatch.setattr(answers, "write", slow)

    async def lesson():
        ben, cleo = [await Socket(f"/ws/v1/phone/{session.code}", cookie).open() for cookie in cookies]
        room = await (await hub.startup()).room(session.pk)
        await room.command(c.Open())
        await ben.say(type="answer", id="first", round=1, response=[0])
        await asyncio.to_thread(began.wait, 5)
        await cleo.say(type="answer", id="second", round=1, response=[1])
        await cleo.say(type="ping", id="p")
        await cleo.frame("pong")  # the answer before it is received
        closing = asyncio.create_task(room.command(c.Close()))
        await asyncio.sleep(0)
        go_on.set()
        assert (await ben.frame("received"))["id"] == "first"
        assert (await cleo.frame("received"))["id"] == "second"
        await closing
        await ben.screen("closed")

    play(lesson())


def test_who_comes_while_a_question_opens_gets_it_too(open_lesson, seat, monkeypatch):
    """The phones have it already, and the players are being read."""
    session = open_lesson()
    cookies = [seat(session, name)[1] for name in ("Ben", "Cleo")]
    began, go_on, snapshot = threading.Event(), threading.Event(), store.snapshot

    def slow(number):
        began.set()
        go_on.wait(5)
        return snapshot(number)

    async def lesson():
        ben = await Socket(f"/ws/v1/phone/{session.code}", cookies[0]).open()
        await ben.screen("lobby")
        room = await (await hub.startup()).room(session.pk)
        monkeypatch.setattr(store, "snapshot", slow)
        opening = asyncio.create_task(room.command(c.Open()))
        await ben.screen("open")
        await asyncio.to_thread(began.wait, 5)
        cleo = asyncio.create_task(Socket(f"/ws/v1/phone/{session.code}", cookies[1]).open())
        await asyncio.sleep(0)
        go_on.set()
        await (await cleo).screen("open")
        await opening

    play(lesson())


def test_a_room_is_kept_for_whoever_is_on_the_way_in(open_lesson, monkeypatch):
    session = open_lesson()

    async def lesson():
        here = await hub.startup()
        room = await here.room(session.pk)
        await here.sweep()
        assert here.rooms[session.pk] is room
        monkeypatch.setattr(hub, "KEPT_EMPTY", -1)
        await here.sweep()
        assert session.pk not in here.rooms

    play(lesson())
