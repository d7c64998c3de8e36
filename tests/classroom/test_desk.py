"""The desk: Ana's quizzes, her lessons that are open or over, and nobody else's."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from classroom.live import opening
from classroom.live.rules import Settings
from classroom.models import Player, Session
from quizzes.models import Quiz


@pytest.fixture
def lesson(ana):
    return Session.objects.create(owner=ana, frozen="{}", title="Fractions", code="CDF234", display_key="key")


def page(client):
    return client.get(reverse("desk")).content.decode()


def test_the_desk_asks_for_a_sign_in(client, db):
    assert client.get(reverse("desk"))["Location"].startswith(reverse("login"))


def test_an_open_lesson_can_be_continued_and_shows_its_code(ana_client, lesson):
    assert reverse("live", args=[lesson.pk]) in page(ana_client) and "CDF234" in page(ana_client)


def test_a_lesson_that_is_over_leads_to_its_results(ana_client, lesson):
    lesson.ended_at = timezone.now()
    lesson.save()
    shown = page(ana_client)
    assert reverse("results", args=[lesson.pk]) in shown and "Continue" not in shown


def test_students_are_counted_without_those_who_were_removed(ana_client, lesson):
    Player.objects.create(session=lesson, name="Ben", name_key="ben")
    Player.objects.create(session=lesson, name="Cleo", name_key="cleo")
    Player.objects.create(session=lesson, name="Dan", name_key="dan", removed=True)
    assert "2 students" in page(ana_client)


def test_dan_sees_neither_lessons_nor_quizzes_of_ana(dan_client, lesson, ana):
    Quiz.objects.create(owner=ana, title={"en": "Algebra"}, languages=["en"])
    Quiz.objects.create(owner=ana, title={"en": "Geometry"}, languages=["en"], deleted_at=timezone.now())
    shown = page(dan_client)
    assert not any(word in shown for word in ("Fractions", "CDF234", "Algebra", "Geometry"))


def test_many_lessons_come_in_pages_the_latest_first(ana_client, ana):
    for day in range(12):
        when = timezone.now() - timedelta(days=day)
        names = {"title": f"Day {day:02}", "code": f"CDF2{day:02}", "display_key": str(day)}
        Session.objects.create(owner=ana, frozen="{}", created_at=when, ended_at=when, **names)
    first = page(ana_client)
    assert "Day 00" in first and "Day 09" in first and "Day 10" not in first
    assert "Day 11" in ana_client.get(reverse("desk"), {"page": 2}).content.decode()


def test_the_bin_offers_a_deleted_quiz_for_a_month(ana_client, ana):
    for title, days in (("Algebra", 1), ("Geometry", 31)):
        when = timezone.now() - timedelta(days=days)
        Quiz.objects.create(owner=ana, title={"en": title}, languages=["en"], deleted_at=when)
    shown = page(ana_client)
    assert "Algebra" in shown and "Geometry" not in shown


def test_every_page_says_its_language_and_offers_the_other(ana_client):
    assert '<html lang="en" dir="ltr"' in page(ana_client)
    assert '<button class="quiet small" name="language" value="hi" lang="hi">हिन्दी</button>' in page(ana_client)
    hindi = ana_client.get(reverse("desk"), HTTP_ACCEPT_LANGUAGE="hi").content.decode()
    assert '<html lang="hi" dir="ltr"' in hindi and 'value="en" lang="en">English' in hindi


def test_where_one_language_is_set_for_everybody_none_is_offered(ana_client, settings):
    settings.FORCED_LANGUAGE = "hi"
    assert 'name="language"' not in page(ana_client)


def test_titles_are_in_the_readers_language_if_they_have_one(ana_client, ana):
    quiz = Quiz.objects.create(owner=ana, title={"hi": "भिन्न", "en": "Fractions"}, languages=["hi", "en"])
    Quiz.objects.create(owner=ana, title={"hi": "बीजगणित"}, languages=["hi", "en"])
    opening.open_session(ana, quiz, Settings())
    english = page(ana_client)
    assert english.count('lang="en" dir="auto">Fractions<') == 2, "the quiz and its lesson"
    assert 'lang="hi" dir="auto">बीजगणित<' in english and "भिन्न" not in english
    ana_client.cookies["prashna_language"] = "hi"
    hindi = page(ana_client)
    assert hindi.count('lang="hi" dir="auto">भिन्न<') == 2 and "Fractions" not in hindi
