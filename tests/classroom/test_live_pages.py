"""Ana opens a session and stands at its desk; Dan may do neither."""

import json
import re
from xml.etree import ElementTree

import pytest
from django.urls import reverse

from classroom import addresses
from classroom.live.protocol import REFUSALS
from classroom.models import Session
from classroom.views.desk_words import desk_words
from quizzes.models import Option, Question, Quiz
from quizzes.storing import load_sample

pytestmark = pytest.mark.django_db
SETTINGS = {"scoring": "correctness", "reveal": "steps", "display_language": "both", "late_join": "on"}
PHONE_ONLY = {"removed", "seat_moved"}  # how a line ends, and no answer to a command


@pytest.fixture
def sample(ana):
    return load_sample(ana)


@pytest.fixture
def poll(ana):
    """One question with a right answer, one without."""
    quiz = Quiz.objects.create(owner=ana, title={"en": "Opinions"}, languages=["en"])
    for position, (text, correct) in enumerate([("Which is even?", True), ("Which is nicer?", False)]):
        question = Question.objects.create(quiz=quiz, position=position, kind="single", text={"en": text})
        for place, option in enumerate(("<b>four</b>", "seven")):
            Option.objects.create(
                question=question, position=place, text={"en": option}, correct=correct and place == 0
            )
    return quiz


def open_form(client, quiz):
    return client.get(reverse("open_session", args=[quiz.pk]))


def opened(client, quiz, **more):
    return client.post(reverse("open_session", args=[quiz.pk]), SETTINGS | more)


@pytest.fixture
def session(ana_client, sample):
    opened(ana_client, sample)
    return Session.objects.get()


def embedded(response, name):
    found = re.search(rf'<script id="{name}" type="application/json">(.*?)</script>', response.content.decode())
    return json.loads(found[1])


def test_opening_makes_a_session_in_its_lobby_and_leads_to_its_desk(ana_client, sample, ana):
    answer = opened(ana_client, sample, reveal="once", display_language="hi", auto_close="on")
    made = Session.objects.get()
    assert answer.url == reverse("live", args=[made.pk])
    assert (made.owner, made.quiz, made.state["phase"]) == (ana, sample, "lobby")
    assert made.settings["reveal"] == "once"
    assert made.settings["display_language"] == "hi"
    assert made.settings["auto_close"] and made.settings["late_join"]
    assert not made.settings["leaderboard"] and not made.settings["shuffle"]


def test_the_form_offers_what_is_usual(ana_client, sample):
    page = open_form(ana_client, sample).content.decode()
    assert re.search(r'value="correctness"[^>]*checked', page)
    assert re.search(r'name="late_join"[^>]*checked', page)
    assert not re.search(r'name="leaderboard"[^>]*checked', page)
    assert "Both languages" in page
    assert "without_key" not in page


def test_the_form_shows_what_the_check_has_found(ana_client, sample):
    page = open_form(ana_client, sample).content.decode()
    assert "In 8 of 8 questions the right option is the longest" in page
    assert "pattern" not in page, "the options are shuffled"
    sample.shuffle_options = False
    sample.save()
    assert "The right options form a pattern: ABCDABCD" in open_form(ana_client, sample).content.decode()


def test_a_question_without_a_right_answer_is_opened_only_by_a_host_who_knows(ana_client, poll):
    page = open_form(ana_client, poll).content.decode()
    second = poll.questions.get(position=1)
    assert f'<a href="{reverse("question_edit", args=[poll.pk, second.pk])}">Question 2</a>' in page
    assert "No option is marked right" in page
    refused = opened(ana_client, poll, display_language="en")
    assert refused.status_code == 422
    assert "Mark the right answers first, or tick this." in refused.content.decode()
    assert not Session.objects.exists()
    assert opened(ana_client, poll, display_language="en", without_key="on").status_code == 302
    assert "without_key" not in Session.objects.get().settings


def test_a_setting_that_does_not_exist_is_refused_in_words(ana_client, sample):
    answer = opened(ana_client, sample, display_language="fr")
    assert answer.status_code == 422
    assert "Select a valid choice" in answer.content.decode()
    assert not Session.objects.exists()


def test_a_quiz_without_questions_is_not_opened(ana_client, ana):
    empty = Quiz.objects.create(owner=ana, title={"en": "Empty"}, languages=["en"])
    assert "This quiz has no question yet." in open_form(ana_client, empty).content.decode()
    opened(ana_client, empty, display_language="en")
    assert not Session.objects.exists()


def test_a_session_that_is_still_open_is_offered(ana_client, sample, session):
    page = open_form(ana_client, sample).content.decode()
    assert reverse("live", args=[session.pk]) in page
    assert session.code in page


def test_the_desk_has_what_its_scripts_need(ana_client, session):
    page = ana_client.get(reverse("live", args=[session.pk]))
    text = page.content.decode()
    assert f'data-socket="/ws/v1/desk/{session.pk}"' in text
    assert f'data-poll="/api/v1/desk/{session.pk}"' in text
    assert reverse("display", args=[session.display_key]) in text
    questions = embedded(page, "questions")
    assert len(questions) == 8
    assert {len(one["options"]) for one in questions} == {4}
    assert set(questions[0]["options"][0]) == {"hi", "en"}


def test_the_desk_shows_the_best_address_and_every_other_that_may_work(ana_client, session, monkeypatch):
    monkeypatch.setattr(addresses, "candidates", lambda: ["192.0.2.7", "192.0.2.8"])
    page = ana_client.get(reverse("live", args=[session.pk]), headers={"host": "192.0.2.8:8123"}).content.decode()
    assert f'<p class="join-url" dir="ltr">http://192.0.2.8:8123/{session.code}</p>' in page
    assert f'class="address">http://192.0.2.7:8123/{session.code}</li>' in page


def test_the_desk_shows_the_picture_of_the_address(ana_client, session):
    text = ana_client.get(reverse("live", args=[session.pk])).content.decode()
    assert reverse("qr", args=[session.code]) in text


def test_html_in_a_quiz_cannot_leave_its_json(ana_client, poll):
    opened(ana_client, poll, without_key="on", display_language="en")
    page = ana_client.get(reverse("live", args=[Session.objects.get().pk]))
    assert "<b>four" not in page.content.decode()
    texts = [option["en"]["html"] for option in embedded(page, "questions")[0]["options"]]
    assert any("four" in text for text in texts)


def test_every_refusal_has_words_at_the_desk(ana_client, session):
    words = embedded(ana_client.get(reverse("live", args=[session.pk])), "words")
    assert {f"refused_{code}" for code in REFUSALS if code not in PHONE_ONLY} <= set(words)


def test_every_word_that_the_scripts_say_is_in_the_page():
    from django.contrib.staticfiles import finders

    said = set()
    for name in ("", "_buttons", "_corrections", "_commands", "_counts", "_lesson", "_main", "_people", "_question"):
        with open(finders.find(f"classroom/live/desk{name}.js")) as script:
            said |= set(re.findall(r'\bsay\("(\w+)"', script.read()))
    assert said, "the scripts say something"
    assert said <= set(desk_words())


def test_somebody_else_has_neither_the_form_nor_the_desk(dan_client, client, sample, session):
    for address in (reverse("open_session", args=[sample.pk]), reverse("live", args=[session.pk])):
        assert dan_client.get(address).status_code == 404
        assert client.get(address).url.startswith(reverse("login"))
    assert opened(dan_client, sample).status_code == 404
    assert Session.objects.count() == 1


def test_the_picture_of_the_address_is_black_on_white_svg(client, session):
    answer = client.get(reverse("qr", args=[session.code]))
    assert answer["Content-Type"] == "image/svg+xml"
    assert "private" in answer["Cache-Control"]
    root = ElementTree.fromstring(answer.content)
    assert root.tag.endswith("svg")
    assert {"#fff", "#000"} <= {one.get("fill") or one.get("stroke") for one in root.iter()}


@pytest.mark.parametrize("code", ["K7M3XI", "short", "k7m3xc"])
def test_what_is_no_room_code_has_no_picture(client, db, code):
    assert client.get(f"/qr/{code}.svg").status_code == 404


def test_the_list_of_quizzes_and_sessions_leads_to_form_desk_and_check(ana_client, sample, session):
    page = ana_client.get(reverse("desk")).content.decode()
    for address in (
        reverse("open_session", args=[sample.pk]),
        reverse("live", args=[session.pk]),
        reverse("check"),
    ):
        assert f'href="{address}"' in page
        assert ana_client.get(address).status_code == 200
