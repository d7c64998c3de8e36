"""A class without browsers: the host's commands and the students' answers, as HTTP requests to a running server."""

import http.cookiejar
import json
import re
import time
import urllib.parse
import urllib.request
from typing import Any

from classroom.simulation.door import Door

PATIENCE = 30  # seconds
# Names as long as they may be, in several scripts and directions.
NAMES = [
    "Dan", "Wilhelmina Wordsmith", "WWWWWWWWWWWWWWWWWWWW", "प्रियदर्शिनी", "ज्ञानेश्वरी श्रीवास्तव", "محمد", "Ana Ng",
    "Борис Ельников", "Zoë", "O’Neil", "मीरा", "Ravi", "Θεοδώρα", "Omar", "Ida", "नंदिनी", "Tomás", "Yuki", "Eve",
    "لیلیٰ", "Max", "Lea",
]  # fmt: skip


class Host:
    """Ana at the desk."""

    def __init__(self, server):
        self.server, self.jar = server, http.cookiejar.CookieJar()
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.jar))
        self.get(urllib.parse.urlsplit(server.host_link).path)

    @property
    def cookies(self) -> list[dict[str, str]]:
        """For a browser that shall be signed in as well."""
        return [{"name": one.name, "value": one.value, "url": self.server.url} for one in self.jar]

    def get(self, path: str) -> str:
        with self.opener.open(self.server.url + path, timeout=PATIENCE) as response:
            self.address = response.url
            return response.read().decode()

    def post(self, path: str, form: str = "", **fields: str) -> str:
        """The form on the page ``form`` (or at ``path`` itself), sent to ``path``."""
        token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', self.get(form or path)).group(1)
        data = urllib.parse.urlencode(fields | {"csrfmiddlewaretoken": token}).encode()
        headers = {"Origin": self.server.url, "Referer": self.server.url + path}
        with self.opener.open(
            urllib.request.Request(self.server.url + path, data, headers), timeout=PATIENCE
        ) as response:
            self.address = response.url
            return response.read().decode()


class Lesson:
    """One session: ``do`` what the desk's buttons do, let students join and answer."""

    def __init__(self, host: Host, quiz: int, **settings: str):
        usual = {"scoring": "correctness", "reveal": "steps", "late_join": "on", "display_language": "both"}
        self.host, self.server = host, host.server
        host.post(f"/desk/quizzes/{quiz}/open/", **(usual | settings))
        self.number = int(re.search(r"/desk/sessions/(\d+)/", host.address).group(1))
        self.desk_path, self.api = f"/desk/sessions/{self.number}/", f"/api/v1/desk/{self.number}"
        screen = self.screen()
        self.code, self.display_path = screen["code"], screen["display_url"]
        self.seats: dict[str, str] = {}
        self.sent = 0

    def screen(self) -> dict[str, Any]:
        """What the desk shows now."""
        frames = json.loads(self.host.get(self.api))["frames"]
        return next(frame for frame in frames if frame["type"] == "screen")

    def do(self, command: str, **more) -> None:
        frames = self._post(self.api, {"type": command, "id": command, **more})
        assert [frame["type"] for frame in frames] == ["done"], (command, frames)

    def join(self, *names: str) -> None:
        door = Door(self.server.url, self.code)
        door.knock()
        for name in names:
            self.seats[name] = door.join(name)
        # The screens hear of it a moment later.
        until = time.monotonic() + PATIENCE
        while self.screen()["joined"] != len(self.seats):
            assert time.monotonic() < until, "the desk does not hear of those who joined"
            time.sleep(0.05)

    def seat(self, name: str) -> dict[str, str]:
        """The seat of ``name``, for a browser that shall sit there."""
        cookie, _, value = self.seats[name].partition("=")
        return {"name": cookie, "value": value, "url": self.server.url}

    def answer(self, *names: str) -> None:
        """These students answer the open question, each what their place in the list says."""
        screen = self.screen()
        several, options = screen["question"]["several"], len(screen["question"]["options"])
        for at, name in enumerate(names):
            first = at * at % options
            response = sorted({first, (first + 2) % options}) if several else [first]
            self.sent += 1
            message = {"type": "answer", "id": "a", "round": screen["round"], "response": response, "seq": self.sent}
            frames = self._post(f"/api/v1/phone/{self.code}", message, self.seats[name])
            assert frames[0]["type"] == "received", (name, frames)

    def _post(self, path: str, message: dict[str, Any], cookie: str = "") -> list[dict[str, Any]]:
        headers = {"Content-Type": "application/json", "Origin": self.server.url} | (
            {"Cookie": cookie} if cookie else {}
        )
        request = urllib.request.Request(self.server.url + path, json.dumps(message).encode(), headers)
        send = urllib.request.urlopen if cookie else self.host.opener.open
        with send(request, timeout=PATIENCE) as response:
            return json.loads(response.read())["frames"]
