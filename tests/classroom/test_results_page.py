import csv
import io

import pytest
from django.urls import reverse

from classroom.live import answers, store
from classroom.live import commands as c
from classroom.models import Answer, Player
from tests.classroom.live.conftest import open_lesson, seat  # noqa: F401
from tests.classroom.live.lesson import question

pytestmark = pytest.mark.django_db


def do(session, *commands):
    for command in commands:
        store.command(session.pk, command, store.now_ms())


def tap(session, player, number, response):
    answers.write([answers.Tap(session.pk, player.pk, player.seat, "x", number, response, 1, store.now_ms())])


@pytest.fixture
def lesson(open_lesson, seat):  # noqa: F811
    """Ben is right, Cleo is wrong; two of three questions were not asked."""
    session = open_lesson()
    ben, cleo = seat(session, "Ben")[0], seat(session, "Cleo")[0]
    do(session, c.Open())
    tap(session, ben, 1, [0])
    tap(session, cleo, 1, [1])
    do(session, c.Close(), c.Reveal(), c.Reveal(), c.Reveal(), c.End())
    session.refresh_from_db()
    return session


def page(client, session, name="results"):
    return client.get(reverse(name, args=[session.pk]))


def test_the_host_sees_the_class_each_question_and_each_student(ana_client, lesson):
    text = page(ana_client, lesson).content.decode()
    for shown in ("question 1", "option 3", "why 2", "because 1", "Ben", "Cleo", "2 of 2 answered", "n = 2"):
        assert shown in text
    assert "was not asked" in text  # questions 2 and 3


def test_the_page_says_right_and_wrong_in_words(ana_client, lesson):
    text = page(ana_client, lesson).content.decode()
    assert '✓ <span class="unseen">right</span>' in text
    assert '✗ <span class="unseen">wrong</span>' in text


@pytest.mark.parametrize("name", ["results", "results_csv"])
def test_for_somebody_else_there_are_no_results(dan_client, client, lesson, name):
    assert page(dan_client, lesson, name).status_code == 404
    assert page(client, lesson, name).status_code == 302, "a visitor is asked to sign in"


def test_the_csv_is_a_file_with_every_answer(ana_client, lesson):
    response = page(ana_client, lesson, "results_csv")
    assert "attachment" in response["Content-Disposition"]
    found = list(csv.DictReader(io.StringIO(response.content.decode("utf-8-sig"))))
    assert [(row["student"], row["response"], row["correct"]) for row in found] == [
        ("Ben", "A", "1"),
        ("Cleo", "B", "0"),
    ]


def test_the_results_can_be_read_while_the_question_is_open(ana_client, open_lesson, seat):  # noqa: F811
    session = open_lesson()
    ben = seat(session, "Ben")[0]
    do(session, c.Open())
    tap(session, ben, 1, [0])
    text = page(ana_client, session).content.decode()
    assert "still open" in text
    assert "open now" in text


def test_a_session_that_nobody_joined_says_so(ana_client, open_lesson):  # noqa: F811
    text = page(ana_client, open_lesson()).content.decode()
    assert "Nobody joined" in text
    assert "No question was asked" in text


def test_a_name_full_of_html_is_shown_as_text(ana_client, lesson):
    Player.objects.filter(name="Ben").update(name="<b>Ben</b>")
    assert "&lt;b&gt;Ben" in page(ana_client, lesson).content.decode()


@pytest.mark.parametrize("name", ["results", "results_csv"])
def test_a_large_class_takes_no_more_queries(ana_client, lesson, django_assert_num_queries, name):
    with django_assert_num_queries(7):  # the host's session and account, the lesson, and a query for each table of it
        page(ana_client, lesson, name)
    made = Player.objects.bulk_create(
        Player(session=lesson, name=f"S{n}", name_key=f"s{n}", first_round=1) for n in range(50)
    )
    asked = lesson.rounds.get()
    Answer.objects.bulk_create(
        Answer(round=asked, player=one, response="[0]", seq=1, first_ms=1, answered_ms=1, elapsed_ms=1) for one in made
    )
    with django_assert_num_queries(7):
        page(ana_client, lesson, name)


def test_the_order_can_be_that_of_the_quiz(ana_client, open_lesson, seat):  # noqa: F811
    session = open_lesson(question("easy"), question("hard"))
    ben = seat(session, "Ben")[0]
    do(session, c.Open())
    tap(session, ben, 1, [0])
    do(session, c.Close(), c.Reveal(), c.Reveal(), c.Reveal(), c.Next(), c.Close())
    address = reverse("results", args=[session.pk])
    hardest, as_written = (ana_client.get(address + order).content.decode() for order in ("", "?order=quiz"))
    assert hardest.index("question hard") < hardest.index("question easy")
    assert as_written.index("question easy") < as_written.index("question hard")
