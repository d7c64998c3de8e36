"""The room's display in a real browser: what the class may see, as large as it fits, and never more than that."""

import re

import pytest

from tests.browser import axe_violations
from tests.shots.lesson import Host, Lesson

pytestmark = pytest.mark.browser
STILL = {"viewport": {"width": 1024, "height": 768}, "reduced_motion": "reduce"}


@pytest.fixture
def host(server):
    return Host(server)


@pytest.fixture
def lesson(host):
    """On the sample quiz, in both languages."""
    return Lesson(host, int(re.search(r"/desk/quizzes/(\d+)/", host.get("/desk/")).group(1)))


@pytest.fixture
def long_lesson(host, server):
    made = server.manage("shell", "-c", "from tests.shots.longest import make; print('quiz', make())")
    return Lesson(host, int(re.search(r"quiz (\d+)", made.stdout).group(1)))


@pytest.fixture
def look(new_page, server):
    def at(lesson, **options):
        display = new_page(**STILL | {"locale": "en-GB"} | options)
        display.goto(server.lan_url + lesson.display_path)
        phase(display, lesson.screen()["phase"])
        return display

    return at


def phase(display, name):
    display.locator(f"#display[data-phase={name}]").wait_for()


def sees(display, text):
    display.locator("#display").get_by_text(text).first.wait_for()


def test_names_appear_in_the_lobby_beside_code_address_and_qr(lesson, look, server):
    display = look(lesson)
    sees(display, "Scan the code, or type the address.")
    lesson.join("Ben", "क्लियो")
    sees(display, "Ben")
    sees(display, "क्लियो")
    sees(display, "2 have joined")
    assert display.locator("#code").inner_text() == lesson.code
    assert display.locator("#address").inner_text() == server.lan_url.removeprefix("http://")
    assert display.locator("#qr").evaluate("image => image.complete && image.naturalWidth > 0")
    assert "मिश्रित" in display.locator("#heading [lang=hi]").inner_text()


def test_an_open_question_has_its_count_and_its_clock_but_nothing_of_the_answers(lesson, look):
    display = look(lesson)
    lesson.join("Ben", "Cleo", "Dan")
    lesson.do("open")
    sees(display, "0 of 3 answered")
    lesson.answer("Ben", "Cleo")
    sees(display, "2 of 3 answered")
    assert re.fullmatch(r"0:\d\d", display.locator("#clock-text").inner_text())
    assert display.locator(".option").count() == 4
    assert display.locator("#stage svg, .verdict, .is-right, .why, .because").count() == 0
    lesson.do("pause")
    sees(display, "Paused")
    stood = display.locator("#clock-text").inner_text()
    lesson.do("continue")
    display.get_by_text("Paused").wait_for(state="hidden")
    assert display.locator("#clock-text").inner_text() in (stood, f"0:{int(stood[2:]) - 1:02}")


def test_the_right_answer_and_the_explanation_come_at_their_step(lesson, look):
    display = look(lesson)
    lesson.join("Ben", "Cleo", "Dan")
    lesson.do("open")
    lesson.answer("Ben", "Cleo")
    lesson.do("close")
    sees(display, "Answers are closed")
    assert display.locator("#stage svg, .verdict, .is-right").count() == 0
    lesson.do("reveal")
    sees(display, "How the class answered")
    assert display.locator("#stage svg.bar").count() == 4
    assert display.locator(".verdict, .is-right, .is-faded").count() == 0
    lesson.do("reveal")
    sees(display, "The right answer")
    assert display.locator(".is-right").count() == 1
    assert display.locator(".why, .because").count() == 0
    lesson.do("reveal")
    sees(display, "The right answer and why")
    assert display.locator(".because").count() == 1


def test_pages_turn_by_key_by_click_and_by_the_host(lesson, look):
    display = look(lesson)
    lesson.do("open")
    lesson.do("close")
    for _ in range(3):
        lesson.do("reveal")
    many = int(display.locator("#display[data-phase=explanation]").get_attribute("data-pages"))
    assert many > 1
    sees(display, f"Page 1 of {many}")
    display.keyboard.press("ArrowRight")
    sees(display, f"Page 2 of {many}")
    display.keyboard.press("PageUp")
    sees(display, f"Page 1 of {many}")
    display.locator("#stage").click()
    sees(display, f"Page 2 of {many}")
    for page in range(1, many + 4):  # the host does not know how many there are
        lesson.do("turn_page", page=page)
    sees(display, f"Page {many} of {many}")
    lesson.do("turn_page", page=many + 2)
    sees(display, f"Page {many - 1} of {many}")
    for key in ["ArrowRight"] * 3 + ["ArrowLeft"]:
        display.keyboard.press(key)
    sees(display, f"Page {many - 1} of {many}")
    for _ in range(2):
        display.locator("#stage").click()
    sees(display, f"Page 1 of {many}")


def test_no_border_of_an_option_is_cut_off(lesson, look):
    """The sample's first question, open in both languages, stops growing just before the bottom of the stage."""
    display = look(lesson, viewport={"width": 1920, "height": 1080})
    lesson.do("open")
    phase(display, "open")
    bottom = "one => one.getBoundingClientRect().bottom"
    for height in (1080, 1000, 900, 768):
        display.set_viewport_size({"width": 1920, "height": height})
        display.locator(f"#display[data-drawn='1920x{height}']").wait_for()
        option = display.locator("#stage .option").last.evaluate(bottom)
        assert option <= display.locator("#stage").evaluate(bottom) + 0.1, height


def test_pages_of_an_open_question_turn_by_themselves(long_lesson, look, new_page, server):
    display = new_page(**STILL, locale="en-GB")
    display.clock.install()
    display.goto(server.url + long_lesson.display_path)
    phase(display, "lobby")
    long_lesson.do("open")
    display.locator("#display[data-phase=open][data-page='0']").wait_for()
    display.clock.run_for(13_000)
    display.locator("#display[data-page='1']").wait_for()


def test_no_word_of_a_long_explanation_is_lost_between_the_pages(long_lesson, look):
    display = look(long_lesson)
    long_lesson.do("configure", display_language="en")
    long_lesson.do("open")
    long_lesson.do("close")
    for _ in range(3):
        long_lesson.do("reveal")
    phase(display, "explanation")
    frame = long_lesson.screen()
    options = [one["en"]["html"] for one in frame["explanation"]["options"]]
    wanted = [frame["explanation"]["text"]["en"]["html"], *options]
    many = int(display.locator("#display").get_attribute("data-pages"))
    assert many > 10
    shown = ""
    for _ in range(many):
        shown += (
            display.evaluate("[...document.querySelectorAll('#stage .prose')].map(one => one.textContent).join(' ')")
            + " "
        )
        display.keyboard.press("ArrowRight")
    squeezed = re.sub(r"\s+", "", shown)
    for text in wanted:
        assert re.sub(r"<[^>]+>|\s+", "", text) in squeezed


def test_a_lesson_whose_code_is_wrong_after_class_shows_what_happened(lesson, look, server):
    lesson.join("Ben")
    display = look(lesson)
    lesson.do("open")
    lesson.do("withdraw")
    sees(display, "This question was withdrawn.")
    assert display.locator("#count").is_hidden()
    lesson.do("open")
    lesson.answer("Ben")
    lesson.do("close")
    for _ in range(3):
        lesson.do("reveal")
    lesson.do("change_key", question=1, right=[0, 1])
    sees(display, "corrected")
    lesson.do("configure", leaderboard=True, locked=True)
    sees(display, "Nobody new can join now.")
    lesson.do("next")
    sees(display, "The best so far")
    sees(display, "1 point")
    lesson.do("show", round=2)
    phase(display, "explanation")
    lesson.do("end")
    sees(display, "Thank you!")
    assert display.locator("#code").is_visible()
    lesson.do("resume")
    phase(display, "lobby")


def test_it_says_that_the_line_is_gone_and_that_it_is_back(lesson, look, server):
    display = look(lesson)
    lesson.do("open")
    phase(display, "open")
    server.kill9()
    sees(display, "Connection lost. Trying again…")
    assert display.locator(".option").count() == 4, "what was there stays"
    server.start()
    sees(display, "Back.")
    display.locator("#banner").wait_for(state="hidden")


def test_a_lesson_that_is_gone_is_said_to_be_gone(lesson, look, server):
    display = look(lesson)
    server.kill9()
    gone = f"from classroom.models import Session; Session.objects.filter(pk={lesson.number}).delete()"
    assert server.manage("shell", "-c", gone).returncode == 0
    server.start()
    sees(display, "This lesson no longer exists.")


def test_f_shows_it_on_the_full_screen(lesson, look):
    display = look(lesson)
    display.keyboard.press("f")
    display.wait_for_function("() => document.fullscreenElement !== null")
    display.keyboard.press("f")
    display.wait_for_function("() => document.fullscreenElement === null")


@pytest.mark.parametrize(("scheme", "locale"), [("light", "en-GB"), ("dark", "hi-IN")])
def test_axe_finds_nothing_in_any_phase(lesson, look, scheme, locale):
    lesson.join("Ben", "Cleo")
    display = look(lesson, color_scheme=scheme, locale=locale)
    assert axe_violations(display) == [], "lobby"
    lesson.do("configure", leaderboard=True)
    for step, then in [("open", "open"), ("close", "closed"), ("reveal", "distribution"), ("reveal", "key"),
                       ("reveal", "explanation"), ("next", "leaderboard"), ("end", "ended")]:  # fmt: skip
        lesson.do(step)
        if step == "open":
            lesson.answer("Ben")
        phase(display, then)
        assert axe_violations(display) == [], then
