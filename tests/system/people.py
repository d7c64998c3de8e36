"""Ana at the desk, Ben and Cleo on phones, and the display: the public protocol against a running server.

Each remembers every byte it was ever sent, for the tests that look for secrets: ``heard`` are the frames on the socket,
``pages`` what plain HTTP gave.
"""

import contextlib
import http.cookiejar
import json
import re
import time
import urllib.error
import urllib.parse
import urllib.request

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

PATIENCE = 15  # seconds
PASSING = ("Date", "Expires", "Last-Modified", "Set-Cookie", "Content-Length")
SOCKETS = contextlib.ExitStack()  # conftest.py closes them after each test


class Browser:
    """A cookie jar, plain HTTP and one socket."""

    def __init__(self, server):
        self.server, self.jar = server, http.cookiejar.CookieJar()
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.jar))
        self.socket, self.heard, self.pages = None, [], []

    def get(self, path):
        return self._fetch(urllib.request.Request(self.server.url + path))

    def post(self, path, **fields):
        """A form, with the token of the page that it is on."""
        token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', self.get(path)).group(1)
        data = urllib.parse.urlencode(fields | {"csrfmiddlewaretoken": token}).encode()
        headers = {"Origin": self.server.url, "Referer": self.server.url + path}
        return self._fetch(urllib.request.Request(self.server.url + path, data, headers))

    def post_json(self, path, message):
        data, headers = json.dumps(message).encode(), {"Content-Type": "application/json", "Origin": self.server.url}
        return json.loads(self._fetch(urllib.request.Request(self.server.url + path, data, headers)))

    def _fetch(self, request):
        try:
            with self.opener.open(request, timeout=PATIENCE) as response:
                answer, self.body = response, response.read()
        except urllib.error.HTTPError as error:
            answer, self.body = error, error.read()
        self.address, self.status = answer.url, answer.status
        # Those that say what was sent, not when and to whom.
        self.headers = str([(name, value) for name, value in answer.headers.items() if name not in PASSING]).encode()
        self.pages.append(self.headers + self.body)
        return self.body.decode(errors="replace")

    def open(self, path):
        cookies = "; ".join(f"{one.name}={one.value}" for one in self.jar)
        address = self.server.url.replace("http", "ws", 1) + path
        opened = connect(
            address,
            origin=self.server.url,
            additional_headers={"Cookie": cookies},
            open_timeout=PATIENCE,
            max_size=None,
        )
        self.socket = SOCKETS.enter_context(opened)
        return self

    def say(self, **message):
        self.socket.send(json.dumps(message))

    def frame(self, *kinds, **wanted):
        """The next frame of one of these types whose fields are as wanted."""
        until = time.monotonic() + PATIENCE
        while True:
            text = self.socket.recv(timeout=max(until - time.monotonic(), 0.01))
            self.heard.append(text.encode())
            frame = json.loads(text)
            if (not kinds or frame["type"] in kinds) and all(frame.get(key) == value for key, value in wanted.items()):
                return frame

    def screen(self, phase, **wanted):
        return self.frame("screen", phase=phase, **wanted)


class Host(Browser):
    def __init__(self, server):
        super().__init__(server)
        self.get(urllib.parse.urlsplit(server.host_link).path)

    def open_session(self, **settings):
        """On the sample quiz. ``session`` is its number, ``code`` the room code."""
        self.send_form(**settings)
        return self.take_the_desk()

    def send_form(self, **settings):
        """The form that the desk has for it."""
        quiz = re.search(r"/desk/quizzes/(\d+)/", self.get("/desk/")).group(1)
        defaults = {"scoring": "correctness", "reveal": "steps", "late_join": "on", "display_language": "both"}
        self.post(f"/desk/quizzes/{quiz}/open/", **(defaults | settings))
        self.session = int(re.search(r"/desk/sessions/(\d+)/", self.address).group(1))

    def take_the_desk(self):
        self.open(f"/ws/v1/desk/{self.session}")
        lobby = self.screen("lobby")
        self.code, self.display_path = lobby["code"], lobby["display_url"]
        return self

    def do(self, command, **more):
        self.say(type=command, id=command, **more)
        answer = self.frame("done", "refused", id=command)
        assert answer["type"] == "done", answer
        return answer


class Phone(Browser):
    def join(self, code, name):
        return self.sit_down(code, name).come_in()

    def sit_down(self, code, name):
        """Gets the seat; ``come_in`` opens the socket."""
        self.code, self.name = code, name
        self.post(f"/{code}/", name=name)
        return self

    def come_in(self):
        self.open(f"/ws/v1/phone/{self.code}")
        return self

    def tap(self, round, *options, seq=1, id="tap"):
        self.say(type="answer", id=id, round=round, response=list(options), seq=seq)
        return self.frame("received", "refused", id=id)


class Display(Browser):
    def look(self, path):
        self.get(path)
        return self.open("/ws/v1" + path.rstrip("/"))


__all__ = ["SOCKETS", "Browser", "ConnectionClosed", "Display", "Host", "Phone"]
