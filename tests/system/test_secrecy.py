"""The same session is played twice, with another key and other explanations. Until the reveal, every byte that
reaches a phone, the display, polling, page source and media is the same."""

import json
import re
import sqlite3

import pytest
from PIL import Image

from tests.running import free_port
from tests.system.people import Display, Host, Phone

CODE, DISPLAY_KEY = "K7M3XC", "the-key-of-the-display"
PICTURE = "images/0123456789abcdef.png"
CANARY = "ZXCANARYZX"  # begins every explanation; the number of its question follows
# What differs between two runs of the same thing: the running clock, and the tokens of forms.
_RUNNING = [
    (rb'"(left_ms|closing_ms)":\d+', rb'"\1":0'),
    (rb'name="csrfmiddlewaretoken" value="\w{64}"', b"TOKEN"),
    # How many tallies come depends on the machine. They say how many players answered.
    (rb'\{"type":"tally"[^}]*\}', b"TALLY"),
]
SECRET_IN_A_TALLY = {"counts", "away", "answered_players", "everyone"}  # of the desk


def still(data):
    for pattern, replacement in _RUNNING:
        data = re.sub(pattern, replacement, data)
    return data


def change(server, *statements):
    with sqlite3.connect(server.data / "db.sqlite3") as database:
        for statement, values in statements:
            database.execute(statement, values)
    database.close()


def write_quiz(server, right):
    """The option ``right`` is the key of every question of the sample, and there are other texts to explain it."""
    text = (
        f"""json_object('hi', '{CANARY}' || {{position}} || ' ' || ?, 'en', '{CANARY}' || {{position}} || '. ' || ?)"""
    )
    (server.data / "media" / "images").mkdir(parents=True, exist_ok=True)
    Image.new("RGB", (4, 3), "navy").save(server.data / "media" / PICTURE)
    of_question = "(SELECT q.position FROM quizzes_question q WHERE q.id = question_id)"
    change(
        server,
        ("UPDATE quizzes_option SET correct = (position = ?)", [right]),
        ("UPDATE quizzes_question SET image = ?, image_alt = json_object('en', 'A graph')", [PICTURE]),
        (f"UPDATE quizzes_question SET explanation = {text.format(position='position')}", [right, right]),
        (f"UPDATE quizzes_option SET explanation = {text.format(position=of_question)}", [right, right]),
    )


def question_is_on(phase):
    return phase != "lobby"


class Lesson:
    """Ben and Cleo play, the display shows. Both runs have one address, one code and one display key, so that
    nothing but the quiz differs."""

    def __init__(self, server, right, reveal):
        write_quiz(server, right)
        self.host = Host(server)
        self.host.send_form(shuffle="", reveal=reveal)
        change(server, ("UPDATE classroom_session SET code = ?, display_key = ?", [CODE, DISPLAY_KEY]))
        self.host.take_the_desk()
        self.ben, self.cleo = (Phone(server).sit_down(CODE, name) for name in ("Ben", "Cleo"))
        self.host.screen("lobby", joined=2)  # who joins is told a little later, several together
        for phone in (self.ben, self.cleo):
            phone.come_in()
        self.display = Display(server).look(f"/display/{DISPLAY_KEY}/")
        self.people = {"ben": self.ben, "cleo": self.cleo, "display": self.display}
        self.read = {}  # (phase, person, address) -> what plain HTTP gave

    def everybody_sees(self, phase, **wanted):
        """On the socket; then each looks at everything that can be fetched."""
        for name, person in self.people.items():
            person.screen(phase, **wanted)
            on_display = person is self.display
            page = f"/display/{DISPLAY_KEY}/" if on_display else f"/{CODE}/"
            poll = f"/api/v1/display/{DISPLAY_KEY}" if on_display else f"/api/v1/phone/{CODE}"
            source = person.get(page)
            media = re.findall(r'(?:src|href)="(/(?:static|media|qr)/[^"]+)"', source)
            media += set(re.findall(r'"src":"(/media/[^"]+)"', b"".join(person.heard).decode()))
            assert not question_is_on(phase) or f"/media/{PICTURE}" in media
            for address in [page, poll, f"/qr/{CODE}.svg", *media]:
                person.get(address)
                # The headers of a static file tell when it was copied.
                headers = b"" if address.startswith("/static/") else person.headers
                self.read[(phase, *wanted.values()), name, address] = still(headers + person.body)

    def heard(self, name, before):
        """The frames on the socket, up to the first screen in the phase ``before``."""
        frames = []
        for text in self.people[name].heard:
            frame = json.loads(text)
            if frame["type"] == "screen" and frame["phase"] == before:
                return frames
            if frame["type"] == "tally":
                assert not SECRET_IN_A_TALLY & frame.keys()
            else:
                frames.append(still(text))
        raise AssertionError(f"{name} has never seen the phase {before}")


def play(server, right, reveal):
    """Until the second question is open."""
    lesson = Lesson(server, right, reveal)
    lesson.everybody_sees("lobby")
    lesson.host.do("open")
    lesson.everybody_sees("open", number=1)
    assert lesson.ben.tap(1, 0)["type"] == lesson.cleo.tap(1, 1)["type"] == "received"
    return lesson


def reveal(lesson, phases):
    lesson.host.do("close")
    lesson.everybody_sees("closed")
    for phase in phases:
        lesson.host.do("reveal")
        lesson.everybody_sees(phase)
    lesson.host.do("next")
    lesson.everybody_sees("open", number=2)


def two_runs(new_server, setting, phases):
    runs, port = [], str(free_port())
    for right in (0, 1):
        server = new_server(PORT=port).start()
        lesson = play(server, right, setting)
        reveal(lesson, phases)
        server.stop()
        runs.append(lesson)
    return runs


@pytest.mark.parametrize(
    ("setting", "phases"), [("steps", ["distribution", "key", "explanation"]), ("once", ["explanation"])]
)
def test_nothing_tells_the_key_before_its_step(new_server, setting, phases):
    runs = two_runs(new_server, setting, phases)
    key_step = "key" if "key" in phases else "explanation"
    early = [("lobby",), ("open", 1), ("closed",), *((phase,) for phase in phases[: phases.index(key_step)])]
    for name in ("ben", "cleo", "display"):
        one, other = (run.heard(name, before=key_step) for run in runs)
        assert one == other, f"{name} heard something else"
    for where, one in runs[0].read.items():
        if where[0] in early:
            assert one == runs[1].read[where], where

    for run in runs:
        for name in ("ben", "cleo", "display"):
            assert CANARY.encode() not in b"".join(run.heard(name, before="explanation"))
            assert f"{CANARY}1".encode() not in b"".join(run.people[name].heard), "the next question's"
        for where, text in run.read.items():
            assert CANARY.encode() not in text or where[0] == ("explanation",), where
    sung = [b"".join(run.ben.heard).count(CANARY.encode()) for run in runs]
    assert sung[0] > 0, "the canary does sing when it may"
    keys = [re.findall(rb'"key":(\{[^}]*\})', b"".join(run.ben.heard))[0] for run in runs]
    assert keys == [b'{"right":[0],"accepted":[[0]]}', b'{"right":[1],"accepted":[[1]]}']


def test_no_phone_hears_another_players_name_or_answer(server):
    host = Host(server).open_session(shuffle="")
    ben, cleo = Phone(server).join(host.code, "Benjamin"), Phone(server).join(host.code, "Cleopatra")
    host.do("open")
    ben.screen("open")
    ben.tap(1, 0)
    cleo.tap(1, 1)
    host.do("close")
    ben.screen("closed")
    assert not [text for text in ben.heard if b'"counts":' in text], "not even how many chose what"
    for phase in ("distribution", "key", "explanation"):
        host.do("reveal")
        ben.screen(phase)
    ben.get(f"/{host.code}/")
    ben.get(f"/api/v1/phone/{host.code}")
    everything = b"".join(ben.heard + ben.pages)
    assert b'"result":"right"' in everything
    assert b"Benjamin" in everything
    assert b"Cleopatra" not in everything
    assert {json.loads(text)["response"][0] for text in ben.heard if b'"type":"received"' in text} == {0}
