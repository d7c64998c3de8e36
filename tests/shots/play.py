"""The parts of a run: two lessons, and the pages around them."""

import re
from collections.abc import Sequence

from .camera import Camera
from .lesson import NAMES, Host, Lesson
from .pages import photograph
from .screens import Screens
from .script import BEN, CLEO, PLAYERS, every_phase, every_question, one_language

PARTS = ("sample", "longest", "pages")
MAKE = "from tests.shots.longest import make; print('quiz', make())"


class Play:
    """On a fresh server, which has nothing but the sample quiz."""

    def __init__(self, server, browser, camera: Camera, languages: Sequence[str] = ("en", "hi")):
        self.browser, self.camera, self.languages = browser, camera, languages
        self.host = Host(server)
        self.ended: list[Lesson] = []
        sample = int(re.search(r"/desk/quizzes/(\d+)/", self.host.get("/desk/")).group(1))
        made = server.manage("shell", "-c", MAKE)
        if made.returncode:
            raise RuntimeError(made.stderr)
        self.quizzes = {"sample": sample, "longest": int(re.search(r"quiz (\d+)", made.stdout).group(1))}

    def part(self, name: str) -> None:
        getattr(self, name)()

    def sample(self) -> None:
        lesson, screens = self._begin("sample")
        every_phase(lesson, screens)
        self._end(lesson, screens)

    def longest(self) -> None:
        """Measured in full; photographed in the first theme only, since the sample shows both."""
        themes, self.camera.themes = self.camera.themes, self.camera.themes[:1]
        lesson, screens = self._begin("longest")
        lesson.join(*NAMES)
        every_question(lesson, screens)
        for language in ("hi", "en"):
            one_language(lesson, screens, language)
        lesson.do("end")
        screens.look("ended")
        self._end(lesson, screens)
        self.camera.themes = themes

    def pages(self) -> None:
        if not self.ended:
            lesson = Lesson(self.host, self.quizzes["sample"])
            lesson.do("end")
            self.ended.append(lesson)
        photograph(self.browser, self.host, self.camera, self.quizzes, self.ended, self.languages)

    def _begin(self, name: str) -> tuple[Lesson, Screens]:
        lesson = Lesson(self.host, self.quizzes[name])
        lesson.join(BEN, CLEO)
        screens = Screens(lesson, self.camera, name)
        screens.open(self.browser, PLAYERS, self.languages)
        return lesson, screens

    def _end(self, lesson: Lesson, screens: Screens) -> None:
        screens.close()
        self.ended.append(lesson)
