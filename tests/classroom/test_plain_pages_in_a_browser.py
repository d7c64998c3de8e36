"""Writing quizzes, practice, checking the room and results, in a real browser: whole on each screen, accessible, by
keyboard alone, and from one page to the next by their own links."""

import re

import pytest

from tests.browser import axe_violations
from tests.system.people import SOCKETS, Host, Phone

pytestmark = pytest.mark.browser
SMALL, WIDE = {"width": 360, "height": 640}, {"width": 1280, "height": 800}
SCREENS = [(SMALL, "dark", "hi-IN"), (WIDE, "light", "en-GB")]
ANDROID = "Mozilla/5.0 (Linux; Android 14) Chrome/120.0 Mobile Safari/537.36"
MORE_TABS_THAN_A_PAGE_HAS = 90


@pytest.fixture
def lesson(server):
    """A lesson that is over: one question with two students, a latecomer, a withdrawn question, a corrected one."""
    host = Host(server).open_session(shuffle="")
    phones = [Phone(server).join(host.code, name) for name in ("Ben", "=1+1")]
    ask(host, 1, phones)
    phones.append(Phone(server).join(host.code, "अनन्या"))
    ask(host, 2, phones)
    host.do("withdraw", round=2)
    ask(host, 3, phones)
    host.do("change_key", question=2, right=[0])
    host.do("end")
    SOCKETS.close()
    return host.session


def ask(host, number, phones):
    host.do("open")
    for phone in phones:
        phone.screen("open", round=number)
        assert phone.tap(number, 0, id=f"tap {number}")["type"] == "received"
    for command in ("close", "reveal", "reveal", "reveal"):
        host.do(command)


@pytest.fixture
def at_the_desk(server, new_page):
    """A factory: another browser of the host's, signed in."""

    def open_desk(**options):
        link = re.search(r"/host/\S+/", server.manage("host_link").stdout).group()
        page = new_page(**options)
        page.goto(server.url + link)
        page.goto(server.url + "/desk/")
        return page

    return open_desk


def whole_and_accessible(page, name):
    page.evaluate("document.fonts.ready")
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"], name
    assert axe_violations(page) == [], name


def press(page, selector, key="Enter"):
    """By keyboard alone: Tab until the focus is there, then the key."""
    for _ in range(MORE_TABS_THAN_A_PAGE_HAS):
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            break
        page.keyboard.press("Tab")
    else:
        raise AssertionError(f"Tab never reaches {selector}")
    outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
    assert outline != "none", f"nobody sees that {selector} has the focus"
    page.keyboard.press(key)


def quiz_of(page):
    return re.search(r"/desk/quizzes/\d+/", page.content()).group()


def shared(desk):
    """The practice address that the page of the quiz shows."""
    desk.locator(".quiz-card h3 a").click()
    desk.get_by_role("button", name="Share for practice").click()
    return desk.locator(".practice-address a").get_attribute("href")


@pytest.mark.parametrize(("viewport", "color_scheme", "locale"), SCREENS)
def test_every_page_of_the_desk_is_whole_and_accessible(lesson, at_the_desk, viewport, color_scheme, locale):
    desk = at_the_desk(viewport=viewport, color_scheme=color_scheme, locale=locale, reduced_motion="reduce")
    site, quiz = desk.url.removesuffix("/desk/"), quiz_of(desk)
    question = re.search(r"questions/\d+/", (desk.goto(site + quiz), desk.content())[1]).group()
    for path in (
        "/desk/", quiz, f"{quiz}edit/", f"{quiz}questions/new/", quiz + question, "/desk/quizzes/new/",
        "/desk/quizzes/import/", f"{quiz}open/", "/desk/check/", f"/desk/sessions/{lesson}/results/",
    ):  # fmt: skip
        assert desk.goto(site + path).status == 200
        whole_and_accessible(desk, path)


@pytest.mark.parametrize(("viewport", "color_scheme", "locale"), SCREENS)
def test_practice_is_whole_and_accessible_at_each_step(server, at_the_desk, new_page, viewport, color_scheme, locale):
    address = shared(at_the_desk(locale="en-GB"))
    student = new_page(viewport=viewport, color_scheme=color_scheme, locale=locale, reduced_motion="reduce")
    student.goto(address)
    whole_and_accessible(student, "start")
    press(student, "#practice form button")
    student.locator("#answer").wait_for()
    whole_and_accessible(student, "question")
    for step in range(8):
        student.keyboard.press("a")
        student.keyboard.press("Enter")
        student.locator("#next").wait_for()
        if step == 0:
            whole_and_accessible(student, "answer")
        assert student.locator("#live").inner_text()  # said once, to a screen reader
        press(student, "#next")
        student.locator("#next").wait_for(state="detached")
    student.locator("#practice[data-step=score]").wait_for()
    whole_and_accessible(student, "score")


def test_the_key_is_not_in_the_page_before_the_reply(at_the_desk, new_page):
    address = shared(at_the_desk())
    student = new_page(locale="en-GB")
    student.goto(address)
    student.get_by_role("button", name="Start").click()
    student.locator("#answer").wait_for()
    assert not re.search("is-right|verdict|Beside 1.0", student.content())
    student.keyboard.press("a")
    student.keyboard.press("Enter")
    student.locator("#next").wait_for()
    assert re.search("is-right", student.content()) and "Beside 1.0" in student.content()


def test_wrong_ones_come_again_and_one_can_go_on_after_a_reload(at_the_desk, new_page):
    address = shared(at_the_desk())
    student = new_page(locale="en-GB")
    student.goto(address)
    student.get_by_role("button", name="Start").click()
    right = 0
    for _ in range(8):
        student.locator("#answer .option").first.click()
        student.get_by_role("button", name="Answer").click()
        student.locator("#next").wait_for()
        student.reload()
        right += student.locator(".outcome.is-right").count()
        student.locator("#next").click()
        student.locator("#next").wait_for(state="detached")
    assert student.locator("h1").inner_text() == f"{right} of 8 right"
    assert student.locator(".outcome.is-right").count() == right
    student.goto(address)
    student.get_by_role("link", name="Go on where you stopped").click()
    student.get_by_role("button", name="again").first.click()
    assert student.locator("h1").inner_text() == f"Question 1 of {8 - right}"


def test_practice_works_without_javascript_in_both_languages(at_the_desk, new_page):
    address = shared(at_the_desk())
    student = new_page(locale="en-GB", viewport=SMALL, java_script_enabled=False)
    student.goto(address)
    student.get_by_role("button", name="Start").click()
    assert "why retain it?" in student.locator("#text").inner_text()
    student.locator(".option input").first.check()
    student.get_by_role("button", name="Answer").click()
    assert student.locator(".outcome .result").is_visible()
    student.get_by_role("link", name="हिन्दी").click()
    assert "मास्टर प्रति" in student.locator("#text").inner_text()
    student.locator("#next").click()
    assert student.locator("h1").inner_text() == "Question 2 of 8"


def test_practice_is_closed_while_a_lesson_on_the_quiz_is_open(at_the_desk, new_page):
    desk = at_the_desk()
    address = shared(desk)
    student = new_page(locale="en-GB")
    student.goto(address)
    student.get_by_role("button", name="Start").click()
    student.locator("#answer .option").first.click()
    desk.get_by_role("link", name="Open a session").click()
    desk.get_by_role("button", name="Open the session").click()
    desk.wait_for_url("**/desk/sessions/**")
    student.get_by_role("button", name="Answer").click()
    student.get_by_text("Your class is using this quiz right now").wait_for()
    assert student.locator("#next").count() == 0 and student.locator("input:checked").count() == 1
    assert student.goto(address).status == 403
    whole_and_accessible(student, "closed")


def test_a_phone_that_scans_is_seen_at_the_desk(server, at_the_desk, new_page):
    desk = at_the_desk()
    desk.get_by_role("link", name="Check the room").click()
    address = desk.locator(".check-address a").get_attribute("href")
    assert address.startswith(server.lan_url)
    phone = new_page(viewport=SMALL, user_agent=ANDROID, locale="en-GB")
    phone.goto(address)
    phone.get_by_text("Done. The result is on the host’s screen.").wait_for()
    whole_and_accessible(phone, "tested phone")
    desk.get_by_text("ms there and back").wait_for()
    desk.get_by_text("This computer", exact=True).wait_for()  # it is; so it proves nothing about the room
    whole_and_accessible(desk, "check")


def test_when_no_phone_comes_one_sentence_names_the_cause(at_the_desk):
    desk = at_the_desk(locale="en-GB", java_script_enabled=False)
    desk.get_by_role("link", name="Check the room").click()
    desk.get_by_role("link", name="Look again").click()
    assert desk.locator("#phones .notice").count() == 1
    assert re.search("client isolation|firewall|VPN", desk.locator("#phones .notice").inner_text())


def test_from_the_desk_to_the_results_and_the_table_for_a_spreadsheet(lesson, at_the_desk):
    desk = at_the_desk(locale="en-GB")
    desk.get_by_role("link", name="Results").click()
    assert "withdrawn" in desk.locator("article", has_text="Question 2").first.inner_text()
    assert "corrected" in desk.locator("article", has_text="Question 3").first.inner_text()
    assert desk.locator(".students tbody tr").count() == 3
    row = desk.locator(".students tr", has_text="अनन्या")
    assert row.locator("td.result-not_presented").count() == 1 and row.locator("td.result-right").count() == 1
    press(desk, ".students")  # the table can be scrolled without a mouse
    with desk.expect_download() as waiting:
        desk.get_by_role("link", name="Download as CSV").click()
    text = waiting.value.path().read_bytes()
    assert text.startswith(b"\xef\xbb\xbf") and ",'=1+1," in text.decode() and "अनन्या" in text.decode()


def test_a_question_is_written_by_keyboard_alone(at_the_desk):
    desk = at_the_desk(locale="en-GB", viewport=WIDE)
    desk.goto(desk.url.removesuffix("/desk/") + quiz_of(desk))
    press(desk, "a[href$='/questions/new/']")
    desk.wait_for_url("**/questions/new/")
    for name, text in (("text_en", "What is $2^3$?"), ("option_0_text_en", "6"), ("option_1_text_en", "8")):
        press(desk, f"[name={name}]", "End")
        desk.keyboard.type(text)
    desk.locator("#preview math").first.wait_for()  # drawn while one types
    press(desk, "[name=option_1_correct]", "Space")
    press(desk, "button.primary[value=save]")
    desk.wait_for_url(re.compile(r"#question-\d+$"))
    written = desk.locator(".question-card").last
    assert "What is" in written.inner_text() and "B\n8" in re.sub(r"\s+", "\n", written.inner_text())
