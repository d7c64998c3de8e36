"""The screens of one lesson as real pages: two phones, two desks, two displays, one of each in English and in Hindi."""

import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from .camera import Camera, Size
from .lesson import PATIENCE, Lesson

SIZES: dict[str, list[Size]] = {"phone": [(360, 640)], "desk": [(1280, 800)], "display": [(1920, 1080), (1024, 768)]}
LOCALES = {"en": "en-GB", "hi": "hi-IN"}
PICTURES_OF_PAGES = 2  # of a text in many pages
POLLING = 30  # ms; pages that are not in front draw too rarely to ask them with every frame
ENDS = 5  # of a text in many pages so many are measured at its beginning, and so many at its end
# Remembers the last screen that came, by socket or by polling, so that we know when the page has drawn it.
EAR = """
const Socket = window.WebSocket;
const json = Response.prototype.json;
Response.prototype.json = async function () {
  const body = await json.call(this);
  for (const frame of body.frames ?? []) if (frame.type === "screen") window.lastScreen = frame;
  return body;
};
window.WebSocket = class extends Socket {
  constructor(...all) {
    super(...all);
    this.addEventListener("message", ({ data }) => {
      const frame = JSON.parse(data);
      if (frame.type === "screen") window.lastScreen = frame;
    });
  }
};
"""
SHARED = ("phase", "round", "attempt", "paused", "withdrawn", "corrected", "total")
DRAWN = "size => document.getElementById('display')?.dataset.drawn === size"
JOINING = """() => ['qr', 'address', 'code'].filter((id) => {
    const element = document.getElementById(id);
    const { left, top, right, bottom, width } = element.getBoundingClientRect();
    return !(element.textContent || element.naturalWidth || element.complete) || width < 20 || left < 0 || top < 0
        || right > innerWidth || bottom > innerHeight;
})"""


@dataclass
class Screen:
    kind: str
    language: str
    page: Any
    follows: tuple[str, ...] = SHARED


@dataclass
class Screens:
    lesson: Lesson
    camera: Camera
    folder: str  # of this lesson, inside the camera's
    number: int = 0  # of the next picture
    all: list[Screen] = field(default_factory=list)

    def open(
        self, browser, players: dict[str, str], languages=("en", "hi"), kinds=("phone", "desk", "display")
    ) -> None:
        """``players``: language -> whose phone it is."""
        lesson = self.lesson
        for language in languages:
            context = browser.new_context(locale=LOCALES[language], reduced_motion="reduce")
            context.add_init_script(EAR)
            context.add_cookies([*lesson.host.cookies, lesson.seat(players[language])])
            paths = {"phone": f"/{lesson.code}/", "desk": lesson.desk_path, "display": lesson.display_path}
            for kind in kinds:
                page = context.new_page()
                page.set_default_timeout(20_000)
                self._resize(page, kind, SIZES[kind][0])
                page.goto(lesson.server.url + paths[kind])
                extra = ("page", "display_language", "joined", "locked") if kind == "display" else ()
                self.all.append(Screen(kind, language, page, SHARED + extra))

    def _resize(self, page, kind: str, size: Size) -> None:
        width, height = size
        if page.viewport_size != {"width": width, "height": height}:
            page.set_viewport_size({"width": width, "height": height})

    def wait(self) -> None:
        """Until every screen has drawn what the session is at."""
        until = time.monotonic() + PATIENCE
        while different := self._different():
            assert time.monotonic() < until, different
            self.all[0].page.wait_for_timeout(POLLING)

    def _different(self) -> dict[str, object]:
        """Screen -> field -> what it shows, and what it should."""
        now = self.lesson.screen()
        wanted = now | {"display_language": now["settings"]["display_language"]}
        found: dict[str, object] = {}
        for screen in self.all:
            heard = screen.page.evaluate("window.lastScreen") or {}
            wrong = {key: (heard.get(key), wanted[key]) for key in screen.follows if heard.get(key) != wanted[key]}
            if wrong:
                found[f"{screen.kind} in {screen.language}"] = wrong
        return found

    def look(self, phase: str, *kinds: str, wait: bool = True) -> None:
        """Measure and photograph the screens of these kinds (none named: all)."""
        if wait:
            self.wait()
        name = f"{self.number:02d}-{phase}"
        self.number += 1
        for screen in self.all:
            if kinds and screen.kind not in kinds:
                continue
            for size in SIZES[screen.kind]:
                self._look(screen, name, size)

    def _look(self, screen: Screen, name: str, size: Size) -> None:
        page, camera = screen.page, self.camera
        place = f"{self.folder}/{screen.kind}-{size[0]}x{size[1]}-{screen.language}"
        self._resize(page, screen.kind, size)
        if screen.kind != "display":
            return camera.look(page, screen.kind, place, name, size)
        page.wait_for_function(DRAWN, arg=f"{size[0]}x{size[1]}", polling=POLLING)
        for missing in page.evaluate(JOINING):
            camera.complain(f"{place} {name}: no {missing} on the display")
        many = int(page.locator("#display").get_attribute("data-pages") or 1)
        if many == 1:
            return camera.look(page, "display", place, name, size)
        for at in self._pages(page, many):
            title = f"{name}-page-{at + 1:02d}-of-{many}"
            camera.look(page, "display", place, title, size, picture=at < PICTURES_OF_PAGES)
        return None

    def _pages(self, page, many: int) -> Iterator[int]:
        """Turns to each page in order; of very many only to the first and the last ones."""
        page.keyboard.press("ArrowRight")  # from now on they do not turn by themselves
        at = int(page.locator("#display").get_attribute("data-page"))
        wanted = [one for one in range(many) if one < ENDS or one >= many - ENDS]
        for one in wanted:
            while at != one:
                page.keyboard.press("ArrowRight" if at < one else "ArrowLeft")
                at += 1 if at < one else -1
            yield one

    def close(self) -> None:
        for context in {screen.page.context for screen in self.all}:
            context.close()
        self.all.clear()
