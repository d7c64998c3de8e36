"""kill -9 of the server in the middle of an open question: every page comes back by itself, without a reload."""

import time
import urllib.parse

import pytest
from playwright.sync_api import expect

from tests.system.sample import questions
from tests.system.screens import Desk, Display, Phone

pytestmark = pytest.mark.browser


@pytest.fixture
def room(server, new_page):
    """The desk, the display, and Ben and Cleo in the first question: Ben has answered, Cleo has not."""
    desk, display = Desk(new_page(locale="en-GB")), Display(new_page(locale="en-GB"))
    desk.open_session(server.lan_url + urllib.parse.urlsplit(server.host_link).path)
    display.page.goto(server.lan_url + desk.display_path)
    ben, cleo = Phone(new_page(locale="en-GB"), "Ben", "en"), Phone(new_page(locale="hi-IN"), "Cleo", "hi")
    for phone in (ben, cleo):
        phone.join(f"{server.lan_url}/{desk.code}/")
    desk.reads("#joined", "2 joined")
    desk.go_on("Close now")
    desk.page.keyboard.press("t")
    for phone in (ben, cleo):
        phone.is_asked(questions()[0])
    ben.answer(2)
    ben.has_stored(2)
    desk.reads("#stored", "1 of 2 answers stored")
    return desk, display, ben, cleo


def seconds_left(screen):
    minutes, seconds = screen.at("#clock-text").text_content().split(":")
    return int(minutes) * 60 + int(seconds)


def test_after_a_kill_all_pages_come_back_by_themselves(room, server):
    desk, display, ben, cleo = room
    for screen in room:
        screen.page.evaluate("window.wasHere = true")
    before = max(seconds_left(screen) for screen in room)
    server.kill9()
    for phone in (ben, cleo):
        phone.reads("#banner", phone.say("offline"))
    display.reads("#banner", "Connection lost. Trying again…")
    desk.reads("#banner", "Connection lost. The lesson goes on at the server. Trying again…")
    cleo.answer(1)  # while there is no server
    cleo.reads("#state", cleo.say("waiting"))
    server.start()

    ben.has_stored(2)
    cleo.has_stored(1)
    for phone in (ben, cleo):
        expect(phone.at("#banner")).not_to_have_text(phone.say("offline"))
    desk.reads("#stored", "2 of 2 answers stored")
    display.reads("#count", "2 of 2 answered")
    started = time.monotonic()
    clocks = [seconds_left(screen) for screen in room]
    assert max(clocks) < before, "the clock went on"
    assert max(clocks) - min(clocks) <= 1 + time.monotonic() - started, "and is the same everywhere"
    for screen in room:
        assert screen.page.evaluate("window.wasHere"), "no page was loaded again"
    ben.answer(0)
    ben.has_stored(0)
    desk.go_on("Show the distribution")
    ben.is_closed(0)
    cleo.is_closed(1)
    display.phase("closed")
