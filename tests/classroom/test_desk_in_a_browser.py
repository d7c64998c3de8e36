"""Ana's desk in a real browser: a whole lesson, a key mended, a seat moved, and never a host left without words."""

import json
import re
import shutil

import pytest

from tests.browser import axe_violations
from tests.running import Server
from tests.system.people import SOCKETS, Phone

pytestmark = pytest.mark.browser
# Two single choices with a clock and a true or false without; the first option is right in each.
WRITE_TWO_QUIZZES = """
from classroom.owner import local_owner
from quizzes.models import Quiz
from quizzes.sheets import OptionSheet, Sheet, save_sheet
def option(text, hindi, correct):
    why = {"en": "because of the range", "hi": "क्योंकि परास सीमित है"}
    return OptionSheet(text={"en": text, "hi": hindi}, explanation=why, correct=correct)
def write(title, keyless):
    owner = local_owner()[0]
    quiz = Quiz.objects.create(owner=owner, title={"en": title}, languages=["en", "hi"], shuffle_options=False)
    for number, (kind, limit) in enumerate([("single", 60), ("single", 60), ("truefalse", None)], start=1):
        options = [option(f"option {n}", f"विकल्प {n}", n == 1 and number != keyless) for n in (1, 2, 3, 4)]
        text = {"en": f"Question {number}", "hi": f"प्रश्न {number}"}
        save_sheet(quiz, Sheet(
            kind=kind, text=text, explanation={"en": "The whole story."}, image="", image_alt={}, time_limit=limit,
            points=1, options=options[:2] if kind == "truefalse" else options,
        ))
    print("quiz", quiz.pk)
write("A quiz", None)
write("A quiz that is not ready", 2)
"""


@pytest.fixture(scope="module")
def school(tmp_path_factory, chromium, _static_made_once):
    """One server for all lessons here, Ana's cookies, and the forms that open a session on her two quizzes."""
    folder = tmp_path_factory.mktemp("desk") / "data"
    shutil.copytree(_static_made_once, folder / "static")
    server = Server(folder).start()
    made = server.manage("shell", "-c", WRITE_TWO_QUIZZES)
    assert made.returncode == 0, made.stderr
    server.forms = [f"/desk/quizzes/{number}/open/" for number in re.findall(r"quiz (\d+)", made.stdout)]
    context = chromium.new_context()
    context.new_page().goto(server.host_link)  # it works once
    server.cookies = context.storage_state()
    context.close()
    yield server
    server.stop()


class Desk:
    """Ana's page, and the phones in the room."""

    def __init__(self, server, page):
        self.server, self.page = server, page

    def open(self, *switches, reveal="Step by step", ready=True):
        """A session by the form, with these of its boxes ticked."""
        self.page.goto(self.server.url + self.server.forms[0 if ready else 1])
        for name in (*switches, *(() if ready else ("Open it all the same",))):
            self.page.get_by_label(name).check()
        self.page.get_by_label(reveal).check()
        self.click("Open the session")
        self.main("Open question 1")
        self.code = self.page.locator("#code").text_content()
        return self

    def join(self, *names):
        made = [Phone(self.server).join(self.code, name) for name in names]
        for name in names:
            self.sees("#people", name)
        return made

    def sees(self, place, text):
        self.page.locator(f"{place}:visible", has_text=text).first.wait_for()

    def gone(self, place):
        self.page.locator(place).wait_for(state="hidden")

    def main(self, text):
        """The main button, once it is ready to do what its text says."""
        button = self.page.locator("#main-action[aria-disabled=false]:not([data-new])", has_text=text)
        button.wait_for()
        return button

    def press(self, key, then):
        """``then`` is what the main button says afterwards."""
        self.page.keyboard.press(key)
        self.main(then)

    def click(self, name):
        self.page.get_by_role("button", name=name, exact=True).click()

    def reveal(self):
        self.press("c", "Show the distribution")
        for then in ("Show the right answer", "Show the explanation", "Open question"):
            self.press("Space", then)

    def clean(self, phase):
        assert axe_violations(self.page) == [], phase
        assert self.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), phase

    def focus(self):
        return self.page.evaluate("document.activeElement.id")


@pytest.fixture
def phones():
    yield
    SOCKETS.close()


@pytest.fixture
def desk(school, new_page, phones):
    laptop = {"viewport": {"width": 1280, "height": 800}, "reduced_motion": "reduce"}
    return Desk(school, new_page(locale="en-GB", storage_state=school.cookies, **laptop))


@pytest.fixture
def narrow_desk(school, new_page, phones):
    phone = {"viewport": {"width": 360, "height": 640}, "color_scheme": "dark", "has_touch": True}
    return Desk(school, new_page(locale="en-GB", storage_state=school.cookies, reduced_motion="reduce", **phone))


def test_a_whole_lesson_by_keyboard(desk):
    desk.open()
    ben, cleo = desk.join("Ben", "Cleo")
    desk.sees("#joined", "2 joined")
    desk.sees("#connected", "2 connected")
    desk.press("Space", "Close now")
    desk.sees("#heading", "Question 1 of 3")
    desk.sees("#stored", "0 of 2 answers stored")
    ben.tap(1, 0)
    desk.sees("#stored", "1 of 2 answers stored")
    desk.sees(".option.opt-a .bar-text", "1 · 100 %")
    desk.sees(".person:has-text('Ben')", "answered")
    desk.sees(".option.opt-a", "Right answer")
    cleo.tap(1, 1)
    desk.sees("#everyone", "Everyone has answered.")
    desk.sees(".option.opt-b .bar-text", "1 · 50 %")
    desk.press("Space", "Show the distribution")
    desk.gone("#everyone")
    desk.press("Enter", "Show the right answer")
    desk.press("Space", "Show the explanation")
    desk.sees(".person:has-text('Ben')", "1 point · place 1")
    desk.press("Space", "Open question 2")
    desk.sees(".option.opt-a", "because of the range")
    desk.press("s", "Open question 3")
    desk.press("Space", "Close now")
    desk.sees("#clock", "No time limit")
    desk.press("Space", "Show the distribution")
    for then in ("Show the right answer", "Show the explanation", "End the lesson"):
        desk.press("Space", then)
    desk.page.keyboard.press("b")
    desk.sees("#heading", "Question 1 of 3")
    desk.main("End the lesson")
    desk.page.keyboard.press("Space")
    desk.sees("#heading", "The lesson has ended")
    assert ben.screen("ended")["summary"]
    desk.page.get_by_role("link", name="See the results").click()
    desk.page.get_by_role("heading", name="Results").first.wait_for()


def test_time_is_given_and_stopped(desk):
    desk.open().join("Ben")
    desk.press("Space", "Close now")
    assert seconds(desk) <= 60
    desk.page.keyboard.press("+")
    desk.page.keyboard.press("t")  # while the first is on its way
    desk.page.locator("#clock-text", has_text=re.compile("1:4[0-5]")).wait_for()
    desk.page.keyboard.press("p")
    desk.sees("#tags", "Paused")
    stopped = seconds(desk)
    desk.click("+15 s")
    desk.page.locator(
        "#clock-text", has_text=re.compile(f"^{(stopped + 15) // 60}:{(stopped + 15) % 60:02}$")
    ).wait_for()
    desk.page.keyboard.press("p")
    desk.sees("#tags", "Open")


def seconds(desk):
    minutes, left = desk.page.locator("#clock-text").text_content().split(":")
    return int(minutes) * 60 + int(left)


def test_closing_by_itself_can_be_stopped(desk):
    desk.open("Close a question when everyone has answered")
    (ben,) = desk.join("Ben")
    desk.press("Space", "Close now")
    ben.tap(1, 0)
    desk.sees("#everyone", "It closes by itself in")
    desk.page.keyboard.press("k")
    desk.gone("#closes-in")
    desk.sees("#everyone", "Everyone has answered.")
    desk.page.locator("#clock-text", has_text=re.compile("0:5[0-4]")).wait_for()  # long after the three seconds
    desk.sees("#tags", "Open")


def test_left_alone_it_closes_by_itself(desk):
    desk.open("Close a question when everyone has answered")
    (ben,) = desk.join("Ben")
    desk.press("Space", "Close now")
    ben.tap(1, 0)
    desk.main("Show the distribution")


def test_pages_of_the_display_turn_one_by_one_and_back_at_once(desk):
    sent = []
    desk.page.on("websocket", lambda socket: socket.on("framesent", lambda frame: sent.append(json.loads(frame))))
    desk.open()
    desk.press("Space", "Close now")
    for key in ("ArrowLeft", "ArrowRight", "ArrowRight", "ArrowRight", "ArrowLeft"):  # faster than the server answers
        desk.page.keyboard.press(key)
    turns = [-1, 0, 1, 2, 1]
    for _ in range(100):
        pages = [frame["page"] for frame in sent if frame["type"] == "turn_page"]
        if len(pages) >= len(turns):
            break
        desk.page.wait_for_timeout(50)
    assert pages == turns
    assert desk.page.locator("#pages").inner_text().split() == ["◀", "▶"], "only the display knows its pages"


def test_the_result_at_once_and_the_best_so_far(desk):
    desk.open("Show the best after each question", reveal="All at once")
    ben, cleo = desk.join("Ben", "Cleo")
    desk.press("Space", "Close now")
    ben.tap(1, 0)
    cleo.tap(1, 0)
    desk.press("Space", "Show the result")
    desk.press("Space", "Show the best so far")
    desk.press("Space", "Open question 2")
    places = desk.page.locator("#board li").all_inner_texts()
    assert [one.split() for one in places] == [
        ["Place", "1", "1", "Ben", "1", "point"],
        ["Place", "1", "1", "Cleo", "1", "point"],
    ]


def test_a_wrong_key_is_mended_and_the_mending_undone(desk):
    desk.open()
    (ben,) = desk.join("Ben")
    desk.press("Space", "Close now")
    ben.tap(1, 1)
    desk.reveal()
    desk.page.keyboard.press("m")
    panel = desk.page.locator("#corrections")
    assert panel.locator("input:focus").get_attribute("value") == "0"
    desk.page.keyboard.press("ArrowDown")
    panel.get_by_role("button", name="Change the key").press("Enter")
    desk.sees("#notice", "The key is changed")
    desk.sees(".option.opt-b.is-right", "option 2")
    desk.sees("#tags", "Corrected")
    desk.sees(".person:has-text('Ben')", "1 point")
    assert ben.frame("you", corrected=True)["result"] == "right"
    desk.page.locator("#notice").get_by_role("button", name="Undo").click()
    desk.sees("#mended", "undone")
    desk.sees(".option.opt-a.is-right", "option 1")
    panel.get_by_role("button", name="Accept too: B").click()
    desk.sees("#mended", "one more option was accepted")
    desk.sees(".person:has-text('Ben')", "1 point")
    panel.get_by_role("button", name="Withdraw question 1").click()
    desk.sees("#tags", "Withdrawn")
    panel.get_by_role("button", name="Undo: Question 1: withdrawn").click()
    desk.sees("#tags", "Explanation shown")
    desk.page.locator("#mend-options input").first.check()
    panel.get_by_role("button", name="Undo: Question 1: one more option").click()
    desk.sees(".option.opt-a.is-right", "option 1")
    panel.get_by_role("button", name="Change the key").click()
    desk.sees("#notice", "That is the key already.")


def test_a_question_without_a_right_answer_gets_one_in_the_lesson(desk):
    desk.open(ready=False)
    (ben,) = desk.join("Ben")
    desk.sees("#people", "Ben")
    desk.page.get_by_text("Questions", exact=True).click()
    desk.sees("#plan li:nth-child(2)", "no right answer")
    desk.press("s", "Open question 2")
    desk.press("Space", "Close now")
    ben.tap(1, 2)
    desk.sees("#keyless", "No option of this question is marked right")
    desk.clean("no right answer")
    desk.click("Choose the right answer")
    desk.click("Change the key")
    desk.sees("#mend-fault", "Choose the right option.")
    desk.page.locator("#mend-options input").nth(2).check()
    desk.click("Change the key")
    desk.gone("#keyless")
    desk.sees(".option.opt-c.is-right", "option 3")


def test_a_question_is_withdrawn_asked_again_and_shown_again(desk):
    desk.open()
    (ben,) = desk.join("Ben")
    desk.press("Space", "Close now")
    desk.press("w", "Open question 2")
    desk.sees("#tags", "Withdrawn")
    desk.click("Undo")
    desk.main("Show the distribution")
    desk.page.keyboard.press("a")
    desk.sees("#tags", "asked again")
    ben.tap(2, 0)
    desk.reveal()
    desk.press("Space", "Close now")
    desk.sees("#heading", "Question 2 of 3")
    desk.press("c", "Show the distribution")
    desk.click("Previous result")
    desk.sees("#heading", "Question 1 of 3")
    desk.page.get_by_text("Questions", exact=True).click()
    desk.page.get_by_role("button", name="Ask question 3").click()
    desk.sees("#heading", "Question 3 of 3")


def test_a_student_is_removed_and_brought_back(desk):
    desk.open()
    desk.join("Ben", "Cleo")
    desk.page.get_by_role("button", name="Remove Ben").click()
    desk.sees("#notice", "Ben is removed.")
    desk.sees("#joined", "1 joined")
    desk.page.get_by_text("1 removed").click()
    desk.page.get_by_role("button", name="Bring back Ben").click()
    desk.sees("#joined", "2 joined")
    desk.sees("#people", "Ben")


def test_who_is_away_is_named(desk):
    desk.open()
    ben, _cleo = desk.join("Ben", "Cleo")
    ben.socket.close()
    desk.sees("#away", "1 away")
    desk.sees(".person:has-text('Ben')", "away")


def test_a_seat_moves_with_the_hosts_tap(desk, school):
    desk.open()
    desk.join("Ben")
    other = Phone(school)
    other.post(f"/{desk.code}/", name="Ben")
    other.post(f"/{desk.code}/", name="Ben", claim="1")
    other.post(f"/{desk.code}/claim/", name="Ben")
    desk.sees("#claims", "Ben asks to continue on another phone.")
    desk.clean("a request for a seat")
    desk.click("Move the seat")
    desk.gone("#claims .notice")
    assert '"moved"' in other.get(f"/{desk.code}/claim/state")


def test_ending_asks_about_the_open_question_and_can_be_resumed(desk):
    desk.open()
    (ben,) = desk.join("Ben")
    desk.press("Space", "Close now")
    ben.tap(1, 0)
    desk.sees("#stored", "1 of 1 answers stored")
    desk.page.keyboard.press("e")
    desk.sees("#end-dialog", "A question is open, with 1 answer.")
    desk.sees("#end-dialog", "2 questions have not been asked.")
    desk.page.keyboard.press("Escape")
    desk.gone("#end-dialog")
    desk.sees("#tags", "Open")
    desk.page.keyboard.press("e")
    desk.click("Withdraw the question and end: it counts for nobody")
    desk.sees("#heading", "The lesson has ended")
    assert ben.screen("ended")["summary"][0]["withdrawn"]
    desk.page.keyboard.press("Space")
    desk.click("Resume this lesson")
    desk.main("Open question 2")
    desk.sees("#people", "Ben")
    desk.sees("#lobby", desk.code)


def test_settings_change_during_the_lesson(desk, school):
    desk.open()
    desk.page.get_by_text("Settings", exact=True).click()
    desk.page.get_by_label("Language on the display").select_option("hi")
    desk.page.get_by_label("Lock the room").check()
    desk.page.keyboard.press("l")
    desk.page.reload()
    desk.main("Open question 1")
    assert desk.page.locator("[name=display_language]").input_value() == "hi"
    assert desk.page.locator("[name=locked]").is_checked()
    late = Phone(school)
    late.post(f"/{desk.code}/", name="Dan")
    assert not [cookie for cookie in late.jar if cookie.name.startswith("seat_")]


def test_the_shortcuts_are_listed_and_can_be_switched_off(desk):
    desk.open()
    desk.page.keyboard.press("?")
    desk.sees("#help-dialog", "15 seconds more")
    desk.clean("help")
    desk.page.get_by_label("Use these shortcuts").uncheck()
    desk.page.keyboard.press("Escape")
    desk.page.keyboard.press("s")
    desk.page.keyboard.press("e")
    desk.gone("#end-dialog")
    desk.main("Open question 1")


def test_a_change_is_announced_once(desk):
    desk.open()
    desk.page.evaluate("""() => {
        window.said = [];
        const live = document.getElementById("live");
        new MutationObserver(() => window.said.push(live.textContent)).observe(live, {childList: true});
    }""")
    (ben,) = desk.join("Ben")
    desk.press("Space", "Close now")
    ben.tap(1, 0)
    desk.sees("#stored", "1 of 1 answers stored")
    desk.press("Space", "Show the distribution")
    assert desk.page.evaluate("window.said") == ["Question 1 of 3, Open", "Question 1 of 3, Closed"]


def test_the_desk_comes_back_by_itself(desk, school):
    desk.open().join("Ben")
    desk.press("Space", "Close now")
    school.kill9()
    desk.sees("#banner", "Connection lost.")
    assert desk.page.locator("#main-action").get_attribute("aria-disabled") == "true"
    school.start()
    desk.main("Close now")
    desk.sees("#heading", "Question 1 of 3")
    desk.press("Space", "Show the distribution")


def test_who_is_no_longer_signed_in_is_led_back(desk, school):
    desk.open()
    desk.page.context.clear_cookies()
    school.restart()  # every line is drawn anew
    desk.sees("#banner", "You are no longer signed in.")
    desk.page.get_by_role("link", name="Sign in").click()
    desk.page.locator("input[name=username]").wait_for()
    assert "next=/desk/sessions/" in desk.page.url


def test_without_sockets_the_desk_works_by_polling(desk):
    desk.page.add_init_script(
        "window.WebSocket = class { constructor() { setTimeout(() => this.onclose?.({code: 1006})); } close() {} };"
    )
    desk.open()
    desk.sees("#banner", "every two seconds")
    desk.press("Space", "Close now")
    desk.press("Space", "Show the distribution")


def test_one_button_changes_the_language_of_the_page_and_of_its_questions(desk):
    desk.open()
    desk.press("Space", "Close now")
    for name, heading, question in (("हिन्दी", "प्रश्न 1", "प्रश्न 1"), ("English", "Question 1", "Question 1")):
        desk.page.get_by_role("button", name=name, exact=True).click()  # fails where there are two
        desk.sees("#heading", heading)
        desk.sees("#question", question)


def test_what_another_desk_did_first_is_said(desk):
    desk.open()
    desk.join("Ben")
    stale = desk.page.context.new_page()
    stale.goto(desk.page.url)
    stale.locator("#main-action[aria-disabled=false]").wait_for()
    stale.evaluate("WebSocket.prototype.send = function () {}")  # its command will not arrive
    desk.press("Space", "Close now")
    stale.locator("#main-action", has_text="Close now").wait_for()
    stale.get_by_role("button", name="Pause").click()
    stale.locator("#notice", has_text="Not done").wait_for()


def test_every_phase_is_accessible_and_whole_on_a_laptop(desk):
    every_phase(desk, desk.press)


def test_every_phase_is_accessible_and_whole_on_a_phone(narrow_desk):
    def tap(_, then):
        narrow_desk.page.locator("#main-action").tap()
        narrow_desk.main(then)

    every_phase(narrow_desk, tap)


def every_phase(desk, press):
    desk.open("Show the best after each question")
    (ben,) = desk.join("Ben")
    for summary in desk.page.locator(".live-side summary").all():
        if summary.is_visible():
            summary.click()
    desk.clean("lobby")
    press("Space", "Close now")
    ben.tap(1, 0)
    desk.sees("#everyone", "Everyone")
    desk.clean("open")
    steps = "Show the distribution", "Show the right answer", "Show the explanation", "Show the best so far"
    for then in (*steps, "Open question 2"):
        press("Space", then)
        desk.clean(then)
    desk.page.locator("#end").click()
    desk.clean("asked whether to end")
    desk.click("End the lesson")
    desk.sees("#heading", "The lesson has ended")
    desk.clean("ended")
