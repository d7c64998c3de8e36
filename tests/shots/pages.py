"""The pages around a lesson: the students' on a phone, the host's on a computer and on a phone."""

import re
from collections.abc import Iterator

from .camera import Camera, Size
from .lesson import Host, Lesson
from .screens import LOCALES, SIZES

PASTED = """1. मिश्रित परिशुद्धता क्यों उपयोगी है?
- यह तेज़ है
- यह कम स्मृति लेती है
2. What does loss scaling do?
a) It multiplies the loss before the backward pass
b) Nothing
Answer: a
"""
PHONE: list[Size] = SIZES["phone"]
BOTH: list[Size] = [*SIZES["desk"], *SIZES["phone"]]


class Visit:
    """One reader in one language, who opens pages and has them photographed."""

    def __init__(self, browser, host: Host, camera: Camera, language: str, signed_in: bool):
        context = browser.new_context(locale=LOCALES[language], reduced_motion="reduce")
        context.add_cookies(host.cookies if signed_in else [])
        self.page, self.url = context.new_page(), host.server.url
        self.page.set_default_timeout(20_000)
        self.camera, self.language, self.sizes = camera, language, BOTH if signed_in else PHONE

    def see(self, name: str, path: str = "") -> None:
        """``path`` empty: the page as it stands."""
        if path:
            self.page.goto(self.url + path)
        for width, height in self.sizes:
            self.page.set_viewport_size({"width": width, "height": height})
            kind = "phone" if self.sizes is PHONE else "desk"
            place = f"pages/{'student' if kind == 'phone' else 'host'}-{width}x{height}-{self.language}"
            self.camera.look(self.page, kind, place, name, (width, height))

    def press(self, selector: str) -> None:
        self.page.locator(selector).first.click()
        self.page.wait_for_load_state()

    def close(self) -> None:
        self.page.context.close()


def photograph(
    browser, host: Host, camera: Camera, quizzes: dict[str, int], ended: list[Lesson], languages=("en", "hi")
) -> None:
    """``quizzes``: sample and longest. ``ended``: lessons that are over."""
    running = Lesson(host, quizzes["longest"])
    running.join("Ben")
    for language in languages:
        student = Visit(browser, host, camera, language, signed_in=False)
        for name, path in _for_students(running, ended):
            student.see(name, path)
        _claim(student, running)
        student.close()
        at_desk = Visit(browser, host, camera, language, signed_in=True)
        for name, path in _for_the_host(host, quizzes, ended):
            at_desk.see(name, path)
        _import(at_desk)
        at_desk.close()
    running.do("end")
    for language in languages:
        student = Visit(browser, host, camera, language, signed_in=False)
        _practice(student)
        student.close()


def _for_students(running: Lesson, ended: list[Lesson]) -> Iterator[tuple[str, str]]:
    yield "home", "/"
    yield "home-wrong-code", "/?code=wrong"
    yield "login", "/login/"
    yield "host-link-used", "/host/unknown/"
    yield "room-unknown", "/ZZZZZZ/"
    yield "room-ended", f"/{ended[0].code}/"
    yield "error", "/no/such/page"
    yield "practice-unknown", "/practice/unknown/"
    yield "practice-closed", "/practice/longest/"
    yield "join", f"/{running.code}/"


def _claim(student: Visit, running: Lesson) -> None:
    """The name is taken; "this is me"; the host has to decide."""
    student.page.locator("#name").fill("Ben")
    student.press("form button.primary.wide")
    student.see("join-name-taken")
    student.press("form[action*=claim] button")
    student.see("claim")


def _practice(student: Visit) -> None:
    student.see("practice", "/practice/longest/")
    student.press("form[action*=start] button")
    student.see("practice-question")
    student.press("label.option")
    student.press("form[action*=answer] button.primary")
    student.page.locator(".why:visible").first.wait_for()
    student.see("practice-answered")


def _for_the_host(host: Host, quizzes: dict[str, int], ended: list[Lesson]) -> Iterator[tuple[str, str]]:
    sample, longest = quizzes["sample"], quizzes["longest"]
    yield "desk", "/desk/"
    yield "account", "/desk/account/"
    yield "quiz-new", "/desk/quizzes/new/"
    yield "quiz-sample", f"/desk/quizzes/{sample}/"
    yield "quiz-longest", f"/desk/quizzes/{longest}/"
    yield "quiz-edit", f"/desk/quizzes/{longest}/edit/"
    yield "question-new", f"/desk/quizzes/{sample}/questions/new/"
    for at, path in enumerate(questions_of(host, longest)[:3], 1):
        yield f"question-longest-{at}", path
    yield "open-sample", f"/desk/quizzes/{sample}/open/"
    yield "open-longest", f"/desk/quizzes/{longest}/open/"
    for at, lesson in enumerate(ended, 1):
        yield f"results-{at}", f"/desk/sessions/{lesson.number}/results/"
    yield "check-the-room", "/desk/check/"


def questions_of(host: Host, quiz: int) -> list[str]:
    found = re.findall(rf"/desk/quizzes/{quiz}/questions/\d+/(?=[\"'])", host.get(f"/desk/quizzes/{quiz}/"))
    return list(dict.fromkeys(found))


def _import(host: Visit) -> None:
    host.see("import", "/desk/quizzes/import/")
    host.page.locator("textarea").first.fill(PASTED)
    host.press("main form button.primary")
    host.see("import-preview")
