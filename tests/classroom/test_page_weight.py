"""What a student's phone loads before the lesson: little, on a school's wifi with thirty others.

Fonts are left aside: a phone fetches them only for a script that it shows, and after the first paint.
"""

import gzip
import re
from dataclasses import asdict

import pytest
from django.contrib.staticfiles import finders
from django.test import Client

from classroom.live.rules import Settings
from classroom.models import Session
from quizzes import frozen
from tests.classroom.live.lesson import quiz

pytestmark = pytest.mark.django_db
MOST_BYTES = 60_000
MOST_REQUESTS = 8
DOOR = "/K7M3XC/"


@pytest.fixture
def pages(ana):
    """The door and the phone's screen, as HTML in English and in Hindi."""
    Session.objects.create(
        owner=ana, frozen=frozen.encode(quiz()), title="A quiz", code=DOOR.strip("/"), display_key="key",
        settings=asdict(Settings()), state={"phase": "lobby"},
    )  # fmt: skip
    made = {}
    for language in ("en", "hi"):
        phone = Client(headers={"accept-language": language})
        door = phone.get(DOOR).content
        phone.post(DOOR, {"name": f"Ben {language}"})
        made[language] = (door, phone.get(DOOR).content)
    return made


def files_of(html: bytes) -> list[str]:
    """Static files that a page asks for, imports of its modules included; each once."""
    text = html.decode()
    tags = re.findall(r"<(?:link|script|img)\b[^>]*>", text)
    found = [re.search(r'(?:href|src)="/static/([^"]+)"', tag) for tag in tags]
    asked = [one[1] for one in found if one]
    for name in asked:  # grows while it is read
        asked += [one for one in imports_of(name) if one not in asked]
    return [name for name in dict.fromkeys(asked) if "/fonts/" not in name]


def imports_of(name: str) -> list[str]:
    if not name.endswith(".js"):
        return []
    folder = name.rpartition("/")[0]
    return [f"{folder}/{one}" for one in re.findall(r'from "\./([^"]+)"', content(name).decode())]


def content(name: str) -> bytes:
    with open(finders.find(name), "rb") as file:
        return file.read()


def size(data: bytes) -> int:
    return len(gzip.compress(data, 6))


@pytest.mark.parametrize("language", ["en", "hi"])
def test_the_door_and_the_phone_together_are_light(pages, language):
    door, phone = pages[language]
    files = {*files_of(door), *files_of(phone)}  # the second page finds the first one's files in the cache
    assert "classroom/live/phone.js" in files and "classroom/base.css" in files
    assert size(door) + size(phone) + sum(size(content(name)) for name in files) <= MOST_BYTES


@pytest.mark.parametrize("language", ["en", "hi"])
def test_each_page_is_few_requests(pages, language):
    for page in pages[language]:
        assert 1 + len(files_of(page)) <= MOST_REQUESTS


def test_every_module_is_asked_for_at_once(pages):
    """Without the preload a module is only found after the one that imports it has arrived."""
    _, phone = pages["en"]
    preloaded = set(re.findall(r'rel="modulepreload" href="/static/([^"]+)"', phone.decode()))
    assert preloaded == set(imports_of("classroom/live/phone.js"))
