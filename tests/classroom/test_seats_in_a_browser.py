"""The student's phone in a real browser: coming late or again, another phone, another tab; marks and corrections."""

import json

import pytest

from tests.classroom.phones import CODE, chosen, sees

pytestmark = pytest.mark.browser
# A proxy that opens the socket and then passes nothing on.
SILENT_SOCKETS = """
window.WebSocket = class {
  static OPEN = 1;
  readyState = 1;
  send() {}
  close() {}
};
"""


def rows_of(phone):
    """What the summary says about each question, once it is there."""
    phone.locator("#summary summary").first.wait_for()
    return phone.locator("#summary summary").all_inner_texts()


def test_from_the_code_to_the_lobby_it_is_one_field_and_one_tap(lesson, server, new_page):
    ben = new_page(viewport={"width": 360, "height": 640}, locale="en-GB", has_touch=True)
    ben.goto(f"{server.lan_url}/{CODE}/")
    form = ben.locator("form", has=ben.locator("#name"))
    assert form.locator("input:visible").count() == 1
    form.locator("#name").fill("Ben")
    form.get_by_role("button").tap()
    sees(ben, "You’re in, Ben.")


def test_a_latecomer_gets_the_open_question_with_the_time_that_is_left(lesson, join):
    lesson.press("open", "close", "reveal", "reveal", "reveal", "next", "next")
    ben = join("Ben")
    sees(ben, "Question two")
    minutes, seconds = ben.locator("#clock-text").inner_text().split(":")
    assert 0 < int(minutes) * 60 + int(seconds) <= 60
    ben.keyboard.press("a")
    sees(ben, "Received")
    lesson.press("end", open_round="close")
    first, second = rows_of(ben)
    assert "You joined after this question" in first
    assert "The answer was not shown" in second


def test_who_comes_between_opening_and_result_has_not_missed_anything(lesson, join):
    lesson.press("open", "close")
    ben = join("Ben")
    sees(ben, "You joined after this question. It does not count for you.")
    lesson.press("reveal", "reveal")
    sees(ben, "You joined after this question. It does not count for you.", "#outcome")


def test_a_second_tab_shows_the_same_and_the_last_tap_counts(lesson, join):
    ben = join("Ben")
    lesson.press("open")
    sees(ben, "Question one")
    ben.keyboard.press("a")
    sees(ben, "Received")
    second = ben.context.new_page()
    second.goto(ben.url)
    sees(second, "Received")
    assert chosen(second) == ["0"]
    second.keyboard.press("c")
    ben.locator("#options input[value='2']:checked").wait_for()
    sees(ben, "Received")
    ben.keyboard.press("d")
    second.locator("#options input[value='3']:checked").wait_for()
    lesson.press("close")
    for tab in (ben, second):
        sees(tab, "Your answer: D")


def test_what_one_tab_sent_by_polling_is_shown_by_the_other_whose_next_tap_counts(lesson, join):
    ben = join("Ben")
    lesson.press("open")
    sees(ben, "Question one")
    answer = {"type": "answer", "id": "tab", "round": 1, "response": [1], "seq": 1}
    path = f"/api/v1/phone/{CODE}"
    ben.evaluate(
        "([path, body]) => fetch(path, {method: 'POST', body, headers: {'Content-Type': 'application/json'}})",
        [path, json.dumps(answer)],
    )
    ben.locator("#options input[value='1']:checked").wait_for()
    sees(ben, "Received")
    ben.keyboard.press("d")
    ben.locator("#options input[value='3']:checked").wait_for()
    lesson.press("close")
    sees(ben, "Your answer: D")


def ask_for_bens_seat(server, new_page):
    phone = new_page(viewport={"width": 360, "height": 640}, locale="en-GB")
    phone.goto(f"{server.lan_url}/{CODE}/")
    phone.locator("#name").fill("Ben")
    phone.keyboard.press("Enter")
    phone.get_by_role("button", name="This is me: Ben").click()
    phone.get_by_role("heading", name="Your teacher is asked").wait_for()
    return phone


def test_a_seat_moves_to_another_phone_with_its_answer(lesson, join, server, new_page):
    ben = join("Ben")
    lesson.press("open")
    sees(ben, "Question one")
    ben.keyboard.press("b")
    sees(ben, "Received")
    other = ask_for_bens_seat(server, new_page)
    lesson.press("move_seat", claim=lesson.claim())
    sees(other, "Received")
    assert chosen(other) == ["1"]
    sees(ben, "Your seat has moved")
    other.keyboard.press("c")
    other.locator("#options input[value='2']:checked").wait_for()
    sees(other, "Received")
    ben.reload()
    ben.locator("#name").wait_for()
    assert ben.locator("#screen").count() == 0, "the old phone is at the door again"


def test_a_seat_that_is_refused_stays(lesson, join, server, new_page):
    ben = join("Ben")
    other = ask_for_bens_seat(server, new_page)
    lesson.press("refuse_seat", claim=lesson.claim())
    other.get_by_role("heading", name="Your teacher said no").wait_for()
    other.get_by_role("link", name="Join with another name").click()
    other.locator("#name").fill("Ben 2")
    other.keyboard.press("Enter")
    sees(other, "You’re in, Ben 2.")
    sees(ben, "You’re in, Ben.")


def test_marks_and_ranks_follow_a_correction_and_its_undoing(lesson, join):
    ben, cleo = join("Ben"), join("Cleo")
    lesson.press("open")
    for phone, key in ((ben, "b"), (cleo, "c")):
        sees(phone, "Question one")
        phone.keyboard.press(key)
        sees(phone, "Received")
    lesson.press("close", "reveal", "reveal")
    for text in ("Right! +1 point", "Your points: 1", "You are number 1 of 2"):
        sees(ben, text, "#outcome")
    sees(cleo, "You are number 2 of 2", "#outcome")
    lesson.press("change_key", question=0, right=[2])
    for phone in (ben, cleo):
        sees(phone, "Corrected: the teacher has changed how this question counts.")
    sees(ben, "Not right", "#outcome")
    sees(ben, "You are number 2 of 2", "#outcome")
    sees(cleo, "Right! +1 point", "#outcome")
    sees(cleo, "Your answer, right")
    sees(cleo, "Corrected", "#live")
    lesson.press("undo_correction", number=1)
    sees(ben, "You are number 1 of 2", "#outcome")


def test_a_correction_of_an_earlier_question_is_said_too(lesson, join):
    ben = join("Ben")
    lesson.press("open")
    sees(ben, "Question one")
    ben.keyboard.press("c")
    sees(ben, "Received")
    lesson.press("close", "reveal", "reveal", "reveal", "next", "next", "close", "reveal", "reveal")
    sees(ben, "Your points: 0")
    lesson.press("change_key", question=0, right=[2])
    sees(ben, "Your points: 1")
    sees(ben, "Corrected: an earlier question counts differently now.")


def in_sight(phone, selector):
    box = phone.locator(selector).bounding_box()
    return box["y"] >= 0 and box["y"] + box["height"] <= phone.viewport_size["height"]


def test_what_matters_is_in_sight_and_the_result_begins_at_the_top(lesson, join, server):
    ben = join("Ben", locale="hi-IN")
    lesson.press("open")
    ben.locator("#options label").last.click()
    ben.locator("#state[data-state='received']").wait_for()
    ben.locator("#options label").last.scroll_into_view_if_needed()
    assert ben.evaluate("scrollY") > 0, "the question is longer than the screen"
    for seen in ("#state", "#clock-text"):
        assert in_sight(ben, seen), seen
    server.kill9()
    ben.locator("#banner").wait_for()
    for seen in ("#state", "#clock-text", "#banner"):
        assert in_sight(ben, seen), seen
    server.start()
    ben.locator("#banner").wait_for(state="hidden")
    lesson.press("close", "reveal", "reveal")
    ben.locator("#outcome .result").wait_for()
    ben.wait_for_function("scrollY === 0")


def test_where_sockets_open_and_stay_silent_the_lesson_comes_by_polling(lesson, join):
    ben = join("Ben", SILENT_SOCKETS)
    lesson.press("open")
    ben.locator("#options label").nth(1).click()
    sees(ben, "Received")


def test_the_summary_can_be_read_again_later(lesson, join):
    ben = join("Ben")
    lesson.press("open")
    sees(ben, "Question one")
    ben.keyboard.press("b")
    sees(ben, "Received")
    lesson.press("close", "reveal", "reveal", "reveal", "end")
    for _ in range(2):
        assert rows_of(ben) == ["✓Question 1 of 3: Right! · 1 point"]
        sees(ben, "1 of 1 right")
        ben.locator("summary").first.click()
        sees(ben, "because of the range")
        ben.reload()
    lesson.press("resume", "open")
    sees(ben, "Question two")
