"""Ana's lesson and students' phones in a real browser, on an address that browsers do not trust, as in class."""

import json
import re

import pytest

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

    def screen(self):
        """What her desk shows."""
        return self.host.request.get(self.server.url + self.address).json()["frames"][0]

    def claim(self):
        """Who asks for a seat: the desk hears it a moment later."""
        for _ in range(100):
            if claims := self.screen()["claims"]:
                return claims[0]["id"]
            self.host.wait_for_timeout(50)
        raise AssertionError("nobody asks for a seat")


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
