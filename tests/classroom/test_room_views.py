"""The students' door: a room code, one field, one tap; and the seat that is asked back."""

import re
from dataclasses import asdict

import pytest
from django.test import Client

from classroom.live import commands as c
from classroom.live import store
from classroom.live.rules import Rejected, Settings
from classroom.models import Player, SeatClaim, Session
from quizzes import frozen
from tests.classroom.live.lesson import quiz

pytestmark = pytest.mark.django_db
CODE = "K7M3XC"
DOOR = f"/{CODE}/"


@pytest.fixture
def open_lesson(ana):
    def open_it(**settings):
        return Session.objects.create(
            owner=ana, frozen=frozen.encode(quiz()), title="A quiz", code=CODE, display_key="key",
            settings=asdict(Settings(**settings)), state={"phase": "lobby"},
        )  # fmt: skip

    return open_it


@pytest.fixture
def lesson(open_lesson):
    return open_lesson()


def host(session, command):
    outcome = store.command(session.pk, command, store.now_ms())
    assert not isinstance(outcome, Rejected), f"{command} refused: {outcome}"


def joined(name):
    """A phone on which somebody has typed this name and tapped the button."""
    phone = Client()
    phone.answer = phone.post(DOOR, {"name": name}, follow=True)
    phone.text = phone.answer.content.decode()
    return phone


def has_seat(phone):
    return 'id="screen"' in phone.get(DOOR).content.decode()


# --- from the code to the seat ---


def test_the_door_asks_for_one_thing(lesson):
    page = Client().get(DOOR).content.decode()
    form = re.search(rf'<form method="post" action="{DOOR}".*?</form>', page, re.S)[0]
    assert re.findall(r"<input(?![^>]*hidden)[^>]*name=\"(\w+)\"", form) == ["name"]
    assert form.count("<button") == 1
    assert "autofocus" in form and 'autocomplete="off"' in form
    assert "A quiz" in page
    assert "<script" not in page


@pytest.mark.parametrize("typed", ["k7m3xc", "K7M-3XC", "k7m 3xc"])
def test_a_code_that_was_typed_differently_leads_to_the_same_door(lesson, typed):
    answer = Client().get(f"/{typed}/")
    assert (answer.status_code, answer["Location"]) == (302, DOOR)


@pytest.mark.parametrize("code", ["CCCCCC", "nonsense", "प्रश्न"])
def test_an_unknown_code_gets_a_page_to_type_it_again(lesson, code):
    answer = Client().get(f"/{code}/")
    assert answer.status_code == 404
    assert 'name="code"' in answer.content.decode()


def test_ben_types_his_name_and_is_in(lesson):
    ben = Client()
    answer = ben.post(DOOR, {"name": "  Ben "})
    assert (answer.status_code, answer["Location"]) == (302, DOOR)
    cookie = answer.cookies[f"seat_{lesson.pk}"]
    assert cookie["httponly"] and cookie["samesite"] == "Lax" and not cookie["secure"]
    assert Player.objects.get().name == "Ben"
    assert has_seat(ben)


def test_a_second_tap_on_the_button_makes_no_second_player(lesson):
    ben = joined("Ben")
    ben.post(DOOR, {"name": "Ben"})
    assert Player.objects.count() == 1


def test_another_phone_sees_the_door(lesson):
    joined("Ben")
    assert not has_seat(Client())


@pytest.mark.parametrize("name", ["", "   ", "\u200b\u202e", "<>", "!!!", "👍"])
def test_a_name_of_nothing_is_asked_again(lesson, name):
    ben = joined(name)
    assert "at least one letter or digit" in ben.text and ben.answer.status_code == 422
    assert not Player.objects.exists()


def test_a_name_is_shown_as_text(lesson):
    joined("<b>Ben</b>")
    assert "&lt;b&gt;" not in Player.objects.get().name
    assert "<b>Ben" not in joined("<b>Ben</b>").text


def test_the_page_is_never_kept_by_caches(lesson):
    assert "no-store" in Client().get(DOOR)["Cache-Control"]
    assert "no-store" in joined("Ben").get(DOOR)["Cache-Control"]


# --- doors that are shut ---


def test_a_locked_room_says_so(lesson):
    host(lesson, c.Configure(locked=True))
    ben = joined("Ben")
    assert "no new names now" in ben.text and ben.answer.status_code == 422
    assert not Player.objects.exists()


def test_without_late_join_nobody_comes_after_the_first_question(open_lesson):
    lesson = open_lesson(late_join=False)
    host(lesson, c.Open())
    ben = joined("Ben")
    assert "nobody new can join" in ben.text and ben.answer.status_code == 422


def test_an_ended_lesson_shows_its_students_their_screen_and_others_that_it_ended(lesson):
    ben = joined("Ben")
    host(lesson, c.End())
    assert has_seat(ben)
    door, cleo = Client().get(DOOR), joined("Cleo")
    assert "This lesson has ended" in door.content.decode() and door.status_code == 200
    assert "csrftoken" not in door.cookies, "docs/protocol.md: so a client knows"
    assert "This lesson has ended" in cleo.text and cleo.answer.status_code == 422


def test_a_removed_player_is_at_the_door_again(lesson):
    ben = joined("Ben")
    host(lesson, c.RemovePlayer(player=Player.objects.get().pk))
    assert not has_seat(ben)


# --- this is me ---


def asked_back(name="ben"):
    """Ben's phone has died; on another one he says that it is him."""
    phone = joined(name)
    assert "This is me" in phone.text
    phone.answer = phone.post(f"{DOOR}claim/", {"name": name}, follow=True)
    return phone


def state_of(phone):
    return phone.get(f"{DOOR}claim/state").json()["decision"]


def test_a_taken_name_offers_another_one_and_this_is_me(lesson):
    joined("Ben")
    again = joined("BEN")
    page = again.text
    assert "is in this lesson already" in page and again.answer.status_code == 422
    assert "Join with another name" in page and "This is me" in page
    assert Player.objects.count() == 1


def test_the_host_says_yes_and_the_seat_moves(lesson):
    old = joined("Ben")
    new = asked_back()
    assert "Your teacher is asked" in new.answer.content.decode()
    assert state_of(new) == "open" and not has_seat(new)
    host(lesson, c.MoveSeat(claim=SeatClaim.objects.get().pk))
    assert state_of(new) == "moved"
    assert new.get(f"{DOOR}claim/")["Location"] == DOOR
    assert has_seat(new) and not has_seat(old)
    assert Player.objects.count() == 1


def test_the_host_says_no(lesson):
    old = joined("Ben")
    new = asked_back()
    host(lesson, c.RefuseSeat(claim=SeatClaim.objects.get().pk))
    assert state_of(new) == "refused"
    assert "Your teacher said no" in new.get(f"{DOOR}claim/").content.decode()
    assert has_seat(old) and not has_seat(new)


def test_asking_twice_asks_the_host_once(lesson):
    joined("Ben")
    new = asked_back()
    new.post(f"{DOOR}claim/", {"name": "Ben"})
    assert SeatClaim.objects.count() == 1


def test_a_seat_can_be_asked_back_in_a_locked_room(lesson):
    joined("Ben")
    host(lesson, c.Configure(locked=True))
    assert state_of(asked_back()) == "open"


def test_nobodys_seat_cannot_be_asked_for(lesson):
    answer = Client().post(f"{DOOR}claim/", {"name": "Dan"})
    assert "Nobody called" in answer.content.decode() and answer.status_code == 422
    assert not SeatClaim.objects.exists()


def test_who_has_asked_for_nothing_is_sent_to_the_door(lesson):
    joined("Ben")
    assert Client().get(f"{DOOR}claim/")["Location"] == DOOR
    assert state_of(Client()) == "none"


# --- the phone's page ---


def test_the_phones_page_holds_nothing_of_the_quiz(lesson):
    host(lesson, c.Open())
    page = joined("Ben").text
    assert f"/ws/v1/phone/{CODE}" in page and f"/api/v1/phone/{CODE}" in page
    assert "question 1" not in page and "option" not in re.sub(r"class=\"[^\"]*\"|id=\"[^\"]*\"|option_\w+", "", page)
