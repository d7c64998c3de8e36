import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from classroom.models import Session
from quizzes.models import Option, Question, Quiz

pytestmark = pytest.mark.django_db
JSON = {"HTTP_ACCEPT": "application/json"}
SECRETS = ("because", "why right", "why wrong", "is-right", "verdict")  # what only an answer may bring


def ask(quiz, number, *, right=0, kind="single", options=3):
    question = Question.objects.create(
        quiz=quiz, position=number, kind=kind,
        text={"en": f"question {number}", "hi": f"प्रश्न {number}"}, explanation={"en": f"because {number}"},
    )  # fmt: skip
    Option.objects.bulk_create(
        Option(
            question=question, position=at, text={"en": f"option {number}{at}"}, correct=at == right,
            explanation={"en": "why right" if at == right else "why wrong"},
        )
        for at in range(options)
    )  # fmt: skip
    return question


@pytest.fixture
def quiz(ana):
    made = Quiz.objects.create(
        owner=ana, title={"en": "A quiz"}, languages=["en", "hi"], practice_key="secret-key", shuffle_options=False
    )
    ask(made, 1)
    ask(made, 2, right=1)
    return made


def begin(client, key="secret-key", **more):
    return client.post(reverse("practice_start", args=[key]), more, follow=True)


def fields(text, *responses):
    """What the form on the page would send with these options chosen."""
    named = dict(re.findall(r'<input type="hidden" name="(run|in|question|print)" value="([^"]*)"', text))
    return named | {"response": list(responses)}


def send(client, text, *responses, **more):
    return client.post(reverse("practice_answer", args=["secret-key"]), fields(text, *responses), follow=True, **more)


def body(response):
    return response.content.decode()


def lesson_on(quiz, **more):
    return Session.objects.create(owner=quiz.owner, quiz=quiz, frozen="{}", code="K7M3XC", display_key="d", **more)


def test_a_quiz_that_is_not_shared_has_no_practice_page(client, ana):
    Quiz.objects.create(owner=ana, title={"en": "A quiz"}, languages=["en"])
    assert client.get(reverse("practice", args=["guessed"])).status_code == 404
    assert client.get("/practice//").status_code == 404


def test_a_deleted_quiz_cannot_be_practised(client, quiz):
    Quiz.objects.update(deleted_at=timezone.now())
    assert client.get(reverse("practice", args=["secret-key"])).status_code == 404


def test_one_goes_through_the_quiz_without_javascript_and_without_an_account(client, quiz):
    first = body(begin(client))
    assert "Question 1 of 2" in first
    answered = body(send(client, first, 0))
    assert "Right" in answered
    assert "because 1" in answered
    assert answered.count("why wrong") == 2
    after = re.search(r'id="next" href="([^"]*)"', answered)[1].replace("&amp;", "&")
    second = body(client.get(after))
    assert "Question 2 of 2" in second
    wrong = body(send(client, second, 0))
    assert "The right answer is B." in wrong
    score = body(client.get(re.search(r'id="next" href="([^"]*)"', wrong)[1].replace("&amp;", "&")))
    assert "1 of 2 right" in score
    again = body(begin(client, run=re.search(r'name="run" value="([^"]*)"', score)[1]))
    assert "Question 1 of 1" in again
    assert "question 2" in again


def test_before_an_answer_nothing_tells_which_one_is_right(client, quiz):
    """The same pages, byte for byte, with another key and other explanations."""

    def seen():
        visitor = Client()
        pages = [visitor.get(reverse("practice", args=["secret-key"])), begin(visitor)]
        pages.append(visitor.get(pages[1].request["PATH_INFO"] + "?" + pages[1].request["QUERY_STRING"], **JSON))
        pages.append(send(visitor, body(pages[1]), **JSON))  # nothing chosen
        return [re.sub(r"(csrfmiddlewaretoken\W+value=\W+)\w+|(run=|name=\W+run\W+value=\W+)[\w:.%-]+", "", body(one))
                for one in pages]  # fmt: skip

    before = seen()
    for secret in SECRETS:
        assert not any(secret in page for page in before)
    Option.objects.update(correct=False, explanation={"en": "other"})
    Option.objects.filter(position=2).update(correct=True)
    Question.objects.update(explanation={"en": "another"})
    assert seen() == before


def test_the_signed_run_holds_no_key_of_questions_to_come(client, quiz):
    from django.core import signing

    run = fields(body(begin(client)))["run"]
    _, wanted, given, showing = signing.loads(run, salt="practice secret-key")
    assert (len(wanted), given, showing) == (2, [], "")


def test_an_answer_says_which_option_was_right_and_why(client, quiz):
    reply = send(client, body(begin(client)), 1, **JSON).json()
    assert reply["step"] == "answer"
    assert reply["say"] == "Not right. The right answer is A."
    assert "because 1" in reply["html"]
    assert "because 2" not in reply["html"]


def test_nothing_chosen_is_said_and_gives_nothing_away(client, quiz):
    reply = send(client, body(begin(client)), **JSON)
    assert reply.status_code == 422
    assert reply.json()["say"] == "Choose an answer."


def test_while_a_session_is_open_practice_is_closed(client, quiz):
    lesson_on(quiz)
    response = client.get(reverse("practice", args=["secret-key"]))
    assert response.status_code == 403
    assert "Your class is using this quiz right now" in body(response)


def test_after_the_lesson_practice_opens_again(client, quiz):
    lesson_on(quiz, ended_at=timezone.now())
    assert client.get(reverse("practice", args=["secret-key"])).status_code == 200


def test_when_a_session_starts_meanwhile_the_answer_waits_and_nothing_is_lost(client, quiz):
    first = body(begin(client))
    session = lesson_on(quiz)
    refused = send(client, first, 0)
    assert refused.status_code == 403
    assert "because" not in body(refused)
    assert "closed" in send(client, first, 0, **JSON).json()
    session.ended_at = timezone.now()
    session.save()
    kept = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', body(refused)))
    sent_again = client.post(reverse("practice_answer", args=["secret-key"]), kept, follow=True)
    assert "because 1" in body(sent_again)


def test_the_answer_page_is_closed_during_a_session_too(client, quiz):
    answered = send(client, body(begin(client)), 0)
    lesson_on(quiz)
    again = client.get(answered.request["PATH_INFO"] + "?" + answered.request["QUERY_STRING"])
    assert "because" not in body(again)


def test_a_question_without_a_right_answer_is_left_out_with_a_note(client, quiz):
    ask(quiz, 3, right=None)
    assert "1 question is left out" in body(client.get(reverse("practice", args=["secret-key"])))
    assert "Question 1 of 2" in body(begin(client))


def test_a_quiz_without_any_right_answer_says_that_there_is_nothing_yet(client, quiz):
    Option.objects.update(correct=False)
    assert "no question to practise yet" in body(client.get(reverse("practice", args=["secret-key"])))


def test_a_run_of_another_quiz_or_made_up_begins_anew(client, ana, quiz):
    other = Quiz.objects.create(owner=ana, title={"en": "B"}, languages=["en"], practice_key="other")
    ask(other, 1)
    foreign = fields(body(begin(client, "other")))["run"]
    for run in (foreign, "made-up", foreign + "x"):
        assert "Start" in body(client.get(reverse("practice", args=["secret-key"]), {"run": run}))


def test_a_question_that_was_edited_meanwhile_is_asked_again_as_it_is_now(client, quiz):
    first = body(begin(client))
    Question.objects.filter(position=1).update(text={"en": "a better question"})
    reply = send(client, first, 0)
    assert "has just changed" in body(reply)
    assert "a better question" in body(reply)
    assert "because" not in body(reply)


def test_both_languages_are_there_and_one_is_shown(client, quiz):
    text = body(begin(client, **{"in": "hi"}))
    assert re.search(r'data-in="hi" lang="hi" dir="auto"><p>प्रश्न 1', text)
    assert re.search(r'data-in="en" lang="en" dir="auto" hidden><p>question 1', text)


def test_options_are_shuffled_but_stay_the_same_on_every_page_of_a_run(client, quiz):
    Quiz.objects.update(shuffle_options=True)
    orders = set()
    for _ in range(12):
        page = begin(client)
        order = re.findall(r"option \d\d", body(page))
        reload = client.get(page.request["PATH_INFO"] + "?" + page.request["QUERY_STRING"])
        assert re.findall(r"option \d\d", body(reload)) == order
        orders.add(tuple(order))
    assert len(orders) > 1


def test_true_and_false_stay_in_their_order(client, ana):
    made = Quiz.objects.create(owner=ana, title={"en": "T"}, languages=["en"], practice_key="tf")
    ask(made, 1, kind="truefalse", options=2)
    orders = {tuple(re.findall(r"option \d\d", body(begin(client, "tf")))) for _ in range(12)}
    assert orders == {("option 10", "option 11")}


def test_an_answer_needs_the_form_of_this_site(quiz):
    strict = Client(enforce_csrf_checks=True)
    assert strict.post(reverse("practice_answer", args=["secret-key"]), {}).status_code == 403


def test_a_large_quiz_takes_no_more_queries(client, quiz, django_assert_max_num_queries):
    address = begin(client).request
    for number in range(3, 30):
        ask(quiz, number)
    with django_assert_max_num_queries(4):
        client.get(address["PATH_INFO"] + "?" + address["QUERY_STRING"])


@pytest.mark.parametrize("name", ["practice_start", "practice_answer"])
def test_an_address_of_a_form_leads_back_to_the_practice_page(client, quiz, name):
    response = client.get(reverse(name, args=["secret-key"]))
    assert response.url == reverse("practice", args=["secret-key"])


def test_try_again_works_after_a_start_that_came_during_the_lesson(client, quiz):
    lesson = lesson_on(quiz)
    closed = body(begin(client))
    lesson.ended_at = timezone.now()
    lesson.save()
    again = re.search(r'<a class="button wide" href="([^"]+)"', closed).group(1)
    assert client.get(again, follow=True).status_code == 200


def test_each_language_is_named_in_itself(client, quiz):
    assert ">हिन्दी</a>" in body(client.get(reverse("practice", args=["secret-key"])))


def test_the_teacher_is_told_which_session_keeps_practice_closed(ana_client, quiz):
    session = lesson_on(quiz)
    page = body(ana_client.get(reverse("quiz", args=[quiz.pk])))
    assert "A session on this quiz is still open:" in page and reverse("live", args=[session.pk]) in page
    Session.objects.update(ended_at=timezone.now())
    assert "A session on this quiz is still open:" not in body(ana_client.get(reverse("quiz", args=[quiz.pk])))
