"""What is played: the sample quiz through every phase, and the longest texts through those that show them."""

from .lesson import NAMES, Lesson
from .screens import Screens

BEN, CLEO = "Ben", "क्लियो"  # whose phones are photographed: in English, in Hindi
ANSWERING = (CLEO, *NAMES[:16])
PLAYERS = {"en": BEN, "hi": CLEO}


def every_phase(lesson: Lesson, screens: Screens) -> None:
    """On the first questions of a quiz with at least four. Ben answers late, Cleo at once."""
    screens.look("lobby-empty", "display", "desk", "phone")
    lesson.join(*NAMES)
    screens.look("lobby", "display", "desk")
    lesson.do("open")
    screens.look("open")
    lesson.answer(*ANSWERING)
    screens.look("open-answered")
    lesson.do("pause")
    screens.look("paused")
    lesson.do("continue")
    lesson.answer(BEN)
    _result(lesson, screens, closed=True)
    lesson.do("configure", leaderboard=True, locked=True)
    lesson.do("next")
    screens.look("leaderboard")
    lesson.do("next")
    lesson.answer(BEN, *ANSWERING)
    lesson.do("close")
    for _ in range(3):
        lesson.do("reveal")
    lesson.do("change_key", question=1, right=[0, 1])
    screens.look("corrected")
    lesson.do("ask_again")
    screens.look("asked-again")
    lesson.do("withdraw")
    screens.look("withdrawn")
    lesson.do("show", round=1)
    screens.look("result-before")
    _end(lesson, screens)


def _result(lesson: Lesson, screens: Screens, closed: bool) -> None:
    lesson.do("close")
    if closed:
        screens.look("closed")
    for step in ("distribution", "key", "explanation"):
        lesson.do("reveal")
        screens.look(step)


def _end(lesson: Lesson, screens: Screens) -> None:
    lesson.do("end")
    screens.look("ended")
    lesson.do("resume")
    screens.look("resumed")
    lesson.server.kill9()
    for screen in screens.all:
        screen.page.locator("#banner").wait_for()
    screens.look("connection-lost", wait=False)
    lesson.server.start()
    screens.wait()
    lesson.do("end")


def every_question(lesson: Lesson, screens: Screens) -> None:
    """Each question that is left: open, distribution, key, explanation, on display, phone and desk."""
    total = lesson.screen()["total"]
    for position in range(total):
        lesson.do("open", question=position)
        screens.look(f"{position + 1}-open")
        lesson.answer(BEN, *ANSWERING)
        lesson.do("close")
        for step in ("distribution", "key", "explanation"):
            lesson.do("reveal")
            screens.look(f"{position + 1}-{step}")


def one_language(lesson: Lesson, screens: Screens, language: str) -> None:
    """The longest question and its explanation with the display in ``language`` alone."""
    lesson.do("configure", display_language=language)
    lesson.do("open", question=0)
    screens.look(f"{language}-open", "display")
    lesson.do("close")
    for _ in range(3):
        lesson.do("reveal")
    screens.look(f"{language}-explanation", "display")
