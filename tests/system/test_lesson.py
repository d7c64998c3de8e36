"""A whole lesson on the sample quiz in real browsers, over plain http on an address that browsers do not trust.

Ana has the desk; the display is on the projector. Ben has only a keyboard. Cleo reads Hindi. Dan's phone is reloaded in
the middle of a question and loses its network in another. What each sees is compared with what it must see.
"""

import csv
import io
import urllib.parse

import pytest
from playwright.sync_api import expect

from classroom import addresses
from tests.system.network import Wire
from tests.system.sample import questions, squeezed
from tests.system.screens import Desk, Display, KeyboardPhone, Phone

pytestmark = pytest.mark.browser
PHONE = {"viewport": {"width": 360, "height": 640}, "reduced_motion": "reduce"}
LOCALES = {"en": "en-GB", "hi": "hi-IN"}
MISSED = 3  # the question that Dan does not answer
STEPS = ["Open", "Closed", "Distribution shown", "Right answer shown", "Explanation shown"]


class Lesson:
    """Who is in the room, what they have answered so far, and how they stand."""

    def __init__(self, server, new_page, wire, language):
        self.server, self.wire = server, wire
        large = {"viewport": {"width": 1280, "height": 720}, "locale": LOCALES[language], "reduced_motion": "reduce"}
        self.desk = Desk(new_page(**large), language)
        self.desk.open_session(server.lan_url + urllib.parse.urlsplit(server.host_link).path)
        self.display = Display(new_page(**large | {"viewport": {"width": 1024, "height": 768}}), language)
        self.display.page.goto(server.lan_url + self.desk.display_path)
        self.ben = KeyboardPhone(new_page(**PHONE, locale="en-GB"), "Ben", "en")
        self.cleo = Phone(new_page(**PHONE, locale="hi-IN", color_scheme="dark"), "Cleo", "hi")
        self.dan = Phone(new_page(**PHONE, locale="en-GB"), "Dan", "en")
        self.phones = [self.ben, self.cleo, self.dan]
        self.points = dict.fromkeys(self.phones, 0)
        self.screens = [self.desk, self.display, *self.phones]

    def join(self):
        door = f"{self.server.lan_url}/{self.desk.code}/"
        self.ben.join(door)
        self.cleo.join(door)
        self.dan.join(f"{addresses.base_of(addresses.candidates()[0], self.wire.port)}/{self.desk.code}/")

    def rank(self, phone):
        return 1 + sum(points > self.points[phone] for points in self.points.values())

    def clean(self, phase):
        for screen in self.screens:
            screen.clean(phase)

    def secret(self, question):
        for screen in (self.display, *self.phones):
            screen.keeps_secret(question)

    def announced(self):
        """Ben and Cleo are told each change once; Dan's page is loaded anew."""
        return self.ben.announced_once(), self.cleo.announced_once()


@pytest.fixture
def new_lesson(server, new_page):
    wire = Wire(server.port)
    yield lambda language: Lesson(server, new_page, wire, language)
    wire.close()


def test_a_lesson_from_start_to_finish(new_lesson):
    lesson, asked = new_lesson("en"), questions()
    assert len(asked) == 8
    play(lesson, asked)
    lesson.desk.page.wait_for_timeout(450)
    lesson.desk.page.keyboard.press("Space")  # after the last question: end the lesson
    end(lesson, asked)
    results(lesson, asked)


def test_the_same_in_hindi_and_ended_early(new_lesson):
    lesson, asked = new_lesson("hi"), questions()[:2]
    play(lesson, asked)
    lesson.desk.page.keyboard.press("e")
    lesson.desk.page.get_by_role("button", name=lesson.desk.word("End the lesson"), exact=True).click()
    end(lesson, asked)
    results(lesson, asked)


def play(lesson, asked):
    lobby(lesson)
    for question in asked:
        order = open_question(lesson, question)
        places = answers(lesson, question, order)
        close(lesson, question, order, places)
        reveal(lesson, question, order, places)


def lobby(lesson):
    assert not lesson.desk.page.evaluate("isSecureContext"), "as on the school's network"
    for screen in (lesson.desk, lesson.display):
        assert screen.at("html").get_attribute("lang") == screen.language
    expect(lesson.display.at("#stage")).to_contain_text(lesson.display.word("Scan the code, or type the address."))
    lesson.join()
    for name in ("Ben", "Cleo", "Dan"):
        expect(lesson.display.at("#stage .name", has_text=name)).to_be_visible()
    lesson.display.join_is_there(lesson.desk.code)
    expect(lesson.desk.at("#joined")).to_contain_text("3")
    expect(lesson.desk.at("#connected")).to_contain_text("3")
    lesson.announced()
    lesson.clean("lobby")


def open_question(lesson, question):
    """The order of the options, which is the same everywhere."""
    lesson.desk.go_on("Close now")
    if question.number == 1:  # time to look at everything
        for _ in range(4):
            lesson.desk.page.keyboard.press("t")
    order, *others = [phone.is_asked(question) for phone in lesson.phones]
    assert others == [order, order]
    assert sorted(order) == [0, 1, 2, 3]
    for told in lesson.announced():
        assert told
    lesson.display.phase("open", question)
    lesson.display.shows(question, order)
    lesson.display.reads("#count", lesson.display.word("{count} of {joined} answered", count=0, joined=3))
    lesson.desk.shows(question, "Open", order)
    lesson.desk.counts([0, 0, 0, 0])
    lesson.secret(question)
    return order


def answers(lesson, question, order):
    """Where on the screen each has tapped last; None: nowhere."""
    right, wrong = order.index(question.right), order.index(question.wrong)
    lesson.ben.answer(right)
    lesson.cleo.answer(wrong)
    lesson.ben.has_stored(right)
    lesson.cleo.has_stored(wrong)
    places = {lesson.ben: right, lesson.cleo: wrong, lesson.dan: right}
    if question.number == 1:
        lesson.dan.answer(right)
        lesson.dan.has_stored(right)
        lesson.dan.page.reload()
    elif question.number == 2:
        lesson.cleo.answer(right)  # changes her mind: the last tap counts
        places[lesson.cleo] = right
        lesson.cleo.has_stored(right)
        answer_without_network(lesson, right)
    elif question.number == MISSED:
        places[lesson.dan] = None
    else:
        lesson.dan.answer(right)
    if places[lesson.dan] is not None:
        lesson.dan.has_stored(right)
    counts = counted(places)
    lesson.desk.counts(counts)
    lesson.display.reads("#count", lesson.display.word("{count} of {joined} answered", count=sum(counts), joined=3))
    lesson.secret(question)
    if question.number == 1:
        lesson.desk.reads("#everyone-text", lesson.desk.word("Everyone has answered."))
        lesson.clean("open")
    return places


def answer_without_network(lesson, place):
    lesson.wire.cut()
    lesson.dan.reads("#banner", "Connection lost. Trying again…")
    expect(lesson.desk.at("#away")).to_contain_text("1")
    lesson.dan.answer(place)
    lesson.dan.reads("#state", lesson.dan.say("waiting"))
    lesson.wire.mend()
    lesson.dan.has_stored(place)
    expect(lesson.dan.at("#banner")).not_to_have_text(lesson.dan.say("offline"))
    expect(lesson.desk.at("#connected")).to_contain_text("3")


def counted(places):
    chosen = list(places.values())
    return [chosen.count(place) for place in range(4)]


def close(lesson, question, order, places):
    lesson.desk.go_on("Show the distribution")
    for phone, place in places.items():
        phone.is_closed(place)
    lesson.display.phase("closed", question, "Answers are closed")
    lesson.display.shows(question, order)
    lesson.desk.shows(question, "Closed", order)
    step_done(lesson, question, "closed", secret=True)


def reveal(lesson, question, order, places):
    right, counts = order.index(question.right), counted(places)
    lesson.desk.go_on("Show the right answer")
    for phone, place in places.items():
        phone.shows_distribution(counts, place)
    lesson.display.phase("distribution", question, "How the class answered")
    lesson.display.shows(question, order)
    lesson.display.has_bars(question, order, counts)
    lesson.desk.shows(question, "Distribution shown", order)
    step_done(lesson, question, "distribution", secret=True)

    lesson.desk.go_on("Show the explanation")
    for phone, place in places.items():
        lesson.points[phone] += place == right
    for phone, place in places.items():
        phone.shows_key(right, place, lesson.points[phone], lesson.rank(phone))
    lesson.display.phase("key", question, "The right answer")
    key = lesson.display.at("#stage .is-right")
    expect(key.first).to_contain_text("ABCD"[right])
    expect(key.first).to_contain_text(question.options("hi")[question.right])
    lesson.desk.shows(question, "Right answer shown", order)
    assert lesson.ben.say("right") in step_done(lesson, question, "key")[0]

    last = question.number == 8
    lesson.desk.go_on("End the lesson" if last else "Open question {number}", number=question.number + 1)
    for phone in lesson.phones:
        phone.explains(question, order)
    lesson.display.phase("explanation", question, "The right answer and why")
    text = lesson.display.pages()
    for language in ("hi", "en"):
        for explanation in question.explanations(language):
            assert explanation in text
    lesson.desk.shows(question, "Explanation shown", order)
    step_done(lesson, question, "explanation")


def step_done(lesson, question, phase, secret=False):
    told = lesson.announced()
    if secret:
        lesson.secret(question)
    lesson.display.join_is_there(lesson.desk.code)
    if question.number == 1:
        lesson.clean(phase)
    return told


def end(lesson, asked):
    desk = lesson.desk
    desk.reads("#heading", desk.word("The lesson has ended"))
    lesson.display.phase("ended")
    expect(lesson.display.at("#stage")).to_contain_text(lesson.display.word("Thank you!"))
    for phone in lesson.phones:
        phone.keeps_the_summary(lesson.points[phone], len(asked))
    lesson.announced()
    lesson.clean("ended")
    said = [one for one in desk.page.evaluate("said") if ", " in one]
    steps = [f"{desk.asked(question.number)}, {desk.word(step)}" for question in asked for step in STEPS]
    assert said == steps, "the desk says each step once, too"


def results(lesson, asked):
    desk, page = lesson.desk, lesson.desk.page
    page.get_by_role("link", name=desk.word("See the results")).click()
    rows = page.locator(".students tbody tr")
    expect(rows).to_have_count(3)
    for phone in lesson.phones:
        row = rows.filter(has_text=phone.name)
        expect(row.locator("td.number").nth(0)).to_have_text(str(lesson.rank(phone)))
        expect(row.locator("td.number").nth(1)).to_have_text(str(lesson.points[phone]))
        expect(row.locator(".result-right")).to_have_count(lesson.points[phone])
    text = squeezed(page.locator("main").text_content())
    for question in asked:
        answered = {"answered": 2 if question.number == MISSED else 3, "presented": 3}
        heading = desk.word("Question %(number)s") % {"number": question.number}
        card = page.locator("article", has=page.get_by_role("heading", name=heading, exact=True))
        expect(card).to_contain_text(desk.word("%(answered)s of %(presented)s answered") % answered)
        assert squeezed(question.text(desk.language)) in text
        assert all(explanation in text for explanation in question.explanations(desk.language))
    desk.clean("results")
    with page.expect_download() as download:
        page.get_by_role("link", name=desk.word("Download as CSV")).click()
    table = list(csv.reader(io.StringIO(download.value.path().read_text("utf-8-sig"))))
    assert {"Ben", "Cleo", "Dan"} <= {cell for row in table for cell in row}
