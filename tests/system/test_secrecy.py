"""The same session is played twice, with another key and other explanations. Until the reveal, every byte that
reaches a phone, the display, polling, page source and media is the same."""

import json
import re
import sqlite3

from tests.system.people import Display, Host, Phone

# What differs between two runs of the same thing: ids and secrets of the run, the time, the port.
_RUNNING = [
    (rb'"(left_ms|closing_ms)":\d+', rb'"\1":0'),
    (rb'csrfmiddlewaretoken" value="\w+"', b"token"),
    (rb'content="\w{64}"', b"token"),
    (rb'csrf(-t|T)oken="\w{64}"', b"token"),
    (rb"/display/[\w-]+/", b"/display/KEY/"),
    (rb"(/ws/v1|/api/v1)/display/[\w-]+", b"/display/KEY"),
    (rb"http://[\w.:\[\]-]+?(:\d+)?/", b"http://HOST/"),
]
CANARY = "ZXCANARYZX"


def still(data, code):
    for pattern, replacement in _RUNNING:
        data = re.sub(pattern, replacement, data)
    return data.replace(code.encode(), b"CODE")


def write_quiz(server, right):
    """The sample quiz of this server gets the option ``right`` as its key and texts of its own to explain it."""
    texts = {language: f"{CANARY} {right} {language}" for language in ("hi", "en")}
    with sqlite3.connect(server.data / "db.sqlite3") as database:
        database.execute("UPDATE quizzes_option SET correct = (position = ?)", [right])
        database.execute("UPDATE quizzes_option SET explanation = ?", [json.dumps(texts)])
        database.execute("UPDATE quizzes_question SET explanation = ?", [json.dumps(texts)])
    database.close()


def play(server, right):
    """What each person heard, in three parts: until the close, until the key step, until the explanation step."""
    write_quiz(server, right)
    host = Host(server).open_session(shuffle="")
    ben, cleo = Phone(server).join(host.code, "Ben"), Phone(server).join(host.code, "Cleo")
    display = Display(server).look(host.display_path)
    people = {"ben": ben, "cleo": cleo, "display": display}
    parts = []

    def part():
        for person in (ben, cleo):
            person.get(f"/{host.code}/")
            person.get(f"/api/v1/phone/{host.code}")
        display.get(host.display_path)
        display.get("/api/v1" + host.display_path.rstrip("/"))
        for person in people.values():
            person.drain()
        parts.append({name: [still(one, host.code) for one in person.heard] for name, person in people.items()})

    for phone in (ben, cleo):
        phone.frame("you")
    host.do("open")
    for phone in (ben, cleo):
        phone.screen("open")
    assert ben.tap(1, 0)["type"] == cleo.tap(1, 1)["type"] == "received"
    part()
    host.do("close")
    host.do("reveal")
    part()
    host.do("reveal")
    part()
    host.do("reveal")
    for phone in (ben, cleo):
        phone.screen("explanation")
    part()
    return parts


def without_counts(frames):
    """Tallies come a few times a second; how many, depends on the machine. They say counts, never what."""
    tallies = [one for one in frames if one.startswith(b'{"type":"tally"')]
    assert all(set(json.loads(one)) == {"type", "version", "tally", "round", "answered", "joined", "connected"}
               for one in tallies)  # fmt: skip
    kept = [one for one in frames if not one.startswith(b'{"type":"tally"')]
    return [re.sub(rb'\{"type":"tally"[^}]*\}', b"TALLY", one) for one in kept]


def test_nothing_tells_the_key_before_its_step(new_server):
    runs = [play(new_server().start(), right) for right in (0, 1)]
    for until in (0, 1):
        for person in ("ben", "cleo", "display"):
            one, other = (without_counts(run[until][person]) for run in runs)
            assert one == other, f"{person} heard something else in part {until}"
    for run in runs:
        for until in (0, 1, 2):
            for person, heard in run[until].items():
                assert CANARY.encode() not in b"".join(heard), f"{person} heard an explanation in part {until}"
        assert CANARY.encode() in b"".join(run[3]["ben"]), "and the canary does sing when it may"
    keys = [[one for one in run[2]["ben"] if b'"key":{' in one][0] for run in runs]
    assert keys[0] != keys[1], "and the key step does tell the keys apart"


def test_no_phone_hears_another_players_name_or_answer(server):
    host = Host(server).open_session()
    ben, cleo = Phone(server).join(host.code, "Benjamin"), Phone(server).join(host.code, "Cleopatra")
    host.do("open")
    ben.screen("open")
    ben.tap(1, 0)
    cleo.tap(1, 1)
    ben.drain()
    assert not [one for one in ben.heard if b"counts" in one and b'"distribution":null' not in one]
    for command in ("close", "reveal", "reveal", "reveal"):
        host.do(command)
    ben.screen("explanation")
    ben.get(f"/{host.code}/")
    ben.get(f"/api/v1/phone/{host.code}")
    assert b"Cleopatra" not in b"".join(ben.heard)
