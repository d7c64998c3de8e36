"""The student's phone in a real browser, on an address that browsers do not trust, as in class."""

import json
import re

import pytest

from tests.browser import axe_violations

pytestmark = pytest.mark.browser
CODE = "K7M3XC"
# A lesson in both languages: single choice, several choices, true or false without a clock.
OPEN_A_SESSION = f"""
from dataclasses import asdict
from classroom.live.rules import Settings
from classroom.models import Session
from classroom.owner import local_owner
from quizzes import frozen as f
def both(text, hindi):
    return {{"en": f.Text("en", f"<p>{{text}}</p>", text), "hi": f.Text("hi", f"<p>{{hindi}}</p>", hindi)}}
why = both("because of the range", "क्योंकि परास सीमित है, और यही इस प्रश्न की पूरी व्याख्या का सार है")
long = "यह हानि को पश्च-प्रसार से पहले गुणा करता है "
options = tuple(f.FrozenOption(both(f"option {{n}}", long * n), why) for n in (1, 2, 3, 4))
questions = (
    f.FrozenQuestion("single", both("Question one", "पहला प्रश्न क्या पूछता है?"), options, ((1,),), why, None, 60),
    f.FrozenQuestion("multiple", both("Question two", "दूसरा प्रश्न"), options, ((0, 2),), why, None, 60),
    f.FrozenQuestion("truefalse", both("Question three", "तीसरा प्रश्न"), options[:2], ((0,),), why, None, None),
)
quiz = f.FrozenQuiz(both("A quiz", "एक प्रश्नोत्तरी"), ("en", "hi"), questions)
made = Session.objects.create(
    owner=local_owner()[0], frozen=f.encode(quiz), title="A quiz", code="{CODE}", display_key="key",
    settings=asdict(Settings(leaderboard=True)), state={{"phase": "lobby"}},
)
print("session", made.pk)
"""
NO_SOCKETS = """
window.WebSocket = class {
  static OPEN = 1;
  readyState = 0;
  constructor() { setTimeout(() => this.onclose?.({ code: 1006 }), 20); }
  send() {}
  close() {}
};
"""


class Lesson:
    """Ana's lesson; she presses her buttons over the protocol."""

    def __init__(self, server, host):
        made = server.manage("shell", "-c", OPEN_A_SESSION)
        assert made.returncode == 0, made.stderr
        self.server, self.host = server, host
        number = re.search(r"session (\d+)", made.stdout)[1]
        self.address = f"/api/v1/desk/{number}"
        host.goto(server.host_link)

    def press(self, *commands, **more):
        for command in commands:
            message = json.dumps({"type": command, "id": command, **more})
            headers = {"Content-Type": "application/json", "Origin": self.server.url}
            answer = self.host.request.post(self.server.url + self.address, data=message, headers=headers)
            frames = answer.json()["frames"]
            assert [frame["type"] for frame in frames] == ["done"], frames


@pytest.fixture
def lesson(server, new_page):
    return Lesson(server, new_page())


@pytest.fixture
def join(server, new_page):
    def by_name(name, script="", **options):
        phone = new_page(**{"viewport": {"width": 360, "height": 640}, "locale": "en-GB"} | options)
        if script:
            phone.add_init_script(script)
        phone.goto(f"{server.lan_url}/{CODE}/")
        phone.locator("input#name:focus").wait_for()  # nobody has to tap into the field
        phone.keyboard.type(name)
        phone.keyboard.press("Enter")
        phone.locator("bdi#name").wait_for()
        return phone

    return by_name


def sees(phone, text, place="#main"):
    phone.locator(place).get_by_text(text).first.wait_for()


def chosen(phone):
    return [box.get_attribute("value") for box in phone.locator("#options input:checked").all()]


def test_a_lesson_by_keyboard_alone(lesson, join):
    ben = join("Ben")
    sees(ben, "You’re in, Ben.")
    lesson.press("open")
    sees(ben, "Question one")
    ben.keyboard.press("a")
    sees(ben, "Received")
    ben.keyboard.press("ArrowDown")
    assert chosen(ben) == ["0"], "going through the options is not answering"
    ben.keyboard.press("Enter")
    sees(ben, "Received")
    assert chosen(ben) == ["1"]
    lesson.press("close")
    sees(ben, "Your answer: B")
    lesson.press("reveal", "reveal", "reveal")
    sees(ben, "Right!", "#outcome")
    sees(ben, "because of the range")
    lesson.press("next", "next")
    sees(ben, "Question two")
    ben.keyboard.press("a")
    ben.keyboard.press("c")
    sees(ben, "Received")
    assert chosen(ben) == ["0", "2"]
    ben.keyboard.press("a")
    ben.keyboard.press("c")
    sees(ben, "Your last answer still counts: C")
    lesson.press("end", open_round="close")
    sees(ben, "The lesson has ended")
    ben.locator("summary").first.focus()
    ben.keyboard.press("Enter")
    sees(ben, "Your answer, right")


def test_a_change_is_announced_once(lesson, join):
    ben = join("Ben")
    sees(ben, "You’re in", "#live")
    ben.evaluate("""() => {
        window.said = [];
        const live = document.getElementById("live");
        new MutationObserver(() => window.said.push(live.textContent)).observe(live, {childList: true});
    }""")
    lesson.press("open")
    sees(ben, "Question one", "#live")
    ben.keyboard.press("b")
    sees(ben, "Received")
    lesson.press("close", "reveal", "reveal")
    sees(ben, "Right!", "#live")
    said = ben.evaluate("window.said")
    assert said[0] == "Question 1 of 3. Question one."
    assert len(said) == len(set(said))
    assert [one for one in said if "Right!" in one] == said[-1:]


def test_a_reload_changes_nothing(lesson, join):
    ben = join("Ben")
    lesson.press("open")
    ben.locator("#options label").nth(2).click()
    sees(ben, "Received")
    ben.reload()
    sees(ben, "Received")
    assert chosen(ben) == ["2"]


def test_an_answer_tapped_while_the_server_is_down_arrives(lesson, join, server):
    ben = join("Ben")
    lesson.press("open")
    sees(ben, "Question one")
    server.kill9()
    ben.keyboard.press("b")
    sees(ben, "Connection lost")
    sees(ben, "Not sent yet")
    server.start()
    sees(ben, "Received")
    sees(ben, "Back.")


def test_an_answer_that_comes_too_late_is_refused_and_never_counts_for_the_next_question(lesson, join, server):
    ben = join("Ben")
    lesson.press("open")
    sees(ben, "Question one")
    ben.context.set_offline(True)
    ben.route("**/api/**", lambda route: route.abort())
    server.kill9()
    ben.keyboard.press("b")
    sees(ben, "Not sent yet")
    server.start()
    lesson.press("close", "reveal", "reveal", "reveal", "next", "next")
    ben.unroute("**/api/**")
    ben.context.set_offline(False)
    sees(ben, "Question two")
    sees(ben, "Your answer to question 1: Too late")
    sees(ben, "No answer yet")


def test_where_sockets_cannot_be_had_the_same_lesson_comes_by_polling(lesson, join):
    ben = join("Ben", NO_SOCKETS)
    sees(ben, "You’re in, Ben.")
    lesson.press("open")
    ben.locator("#options label").nth(1).click()
    sees(ben, "Received")
    lesson.press("close", "reveal", "reveal")
    sees(ben, "Right!")


def test_the_question_changes_its_language_in_one_tap_and_the_buttons_keep_theirs(lesson, join):
    ben = join("Ben")
    lesson.press("open")
    sees(ben, "Question one")
    ben.get_by_role("button", name="हिन्दी").first.click()
    sees(ben, "पहला प्रश्न")
    assert ben.locator("#question").get_attribute("lang") == "hi"
    sees(ben, "Question 1 of 3")
    ben.reload()
    sees(ben, "पहला प्रश्न")


def test_a_removed_student_is_told(lesson, join):
    ben = join("Ben")
    sees(ben, "You’re in")
    frames = lesson.host.request.get(lesson.server.url + lesson.address).json()["frames"]
    lesson.press("remove_player", player=frames[0]["people"][0]["id"])
    sees(ben, "You were taken out of this lesson")
    assert ben.evaluate("document.activeElement.id") == "heading"


def whole_and_accessible(phone, step):
    assert phone.evaluate("document.documentElement.scrollWidth") <= 320, step
    small = phone.evaluate(
        "[...document.querySelectorAll('#options label')]"
        ".filter(label => label.offsetParent && label.offsetHeight < 48).map(label => label.innerText)"
    )
    assert small == [], step
    assert axe_violations(phone) == [], step


@pytest.mark.parametrize(("scheme", "locale"), [("light", "en-GB"), ("dark", "hi-IN")])
def test_every_step_is_whole_and_accessible_on_the_smallest_phone(lesson, join, scheme, locale):
    still = {"viewport": {"width": 320, "height": 640}, "color_scheme": scheme, "reduced_motion": "reduce"}
    ben = join("Ben", locale=locale, **still)
    ben.locator("#flip").wait_for()
    whole_and_accessible(ben, "lobby")
    for step in ["open", "pause", "continue", "close", "reveal", "reveal", "reveal", "next", "next", "withdraw"]:
        before = ben.locator("#live").text_content()
        lesson.press(step)
        if step == "open":
            ben.locator("#options label").first.click()
        for _ in range(50):
            if ben.locator("#live").text_content() != before:
                break
            ben.wait_for_timeout(100)
        whole_and_accessible(ben, step)
    lesson.press("end")
    ben.locator("summary").first.click()
    whole_and_accessible(ben, "end")
