"""Joining as a browser does: fetch the form, post a name, keep the cookie."""

import http.client
from dataclasses import dataclass
from http.cookies import SimpleCookie
from urllib.parse import urlencode, urlsplit

_PATIENCE = 120  # seconds; a thousand students knock at once


class NotLetIn(Exception):
    """Its text says why, in one sentence."""


@dataclass
class Door:
    """The join page of one session. ``url``: the site; ``code``: the room code."""

    url: str
    code: str
    token: str = ""  # against forged requests; one is good for every form that this program posts

    def knock(self) -> None:
        """Fetch the form, for its token."""
        answer = self._request("GET")
        if answer.status == 404:
            raise NotLetIn(f"{self.url} has no lesson with the code {self.code}.")
        self.token = _cookies(answer).get("csrftoken", "")
        if answer.status != 200 or not self.token:
            raise NotLetIn(f"{self.url}/{self.code}/ shows no form to join (status {answer.status}).")

    def join(self, name: str) -> str:
        """Sit down under ``name``. The seat, as a Cookie header."""
        form = urlencode({"csrfmiddlewaretoken": self.token, "name": name})
        answer = self._request("POST", form, f"csrftoken={self.token}")
        seats = {key: value for key, value in _cookies(answer).items() if key.startswith("seat_")}
        if answer.status not in (302, 303) or not seats:
            raise NotLetIn(f"{name} could not join: the name is taken or the door is closed (status {answer.status}).")
        return "; ".join(f"{key}={value}" for key, value in seats.items())

    def _request(self, method: str, body: str = "", cookie: str = "") -> http.client.HTTPResponse:
        site = urlsplit(self.url)
        kind = http.client.HTTPSConnection if site.scheme == "https" else http.client.HTTPConnection
        page = f"{self.url}/{self.code}/"
        headers = {"Content-Type": "application/x-www-form-urlencoded", "Cookie": cookie, "Referer": page}
        line = kind(site.hostname or "", site.port, timeout=_PATIENCE)
        try:
            line.request(method, urlsplit(page).path, body or None, headers if body else {})
            answer = line.getresponse()
            answer.read()
            return answer
        except OSError as error:
            raise NotLetIn(f"{self.url} cannot be reached: {error.strerror or error}.") from None
        except http.client.HTTPException as error:
            raise NotLetIn(f"{self.url} does not answer as a web server: {error!r}.") from None
        finally:
            line.close()


def _cookies(answer: http.client.HTTPResponse) -> dict[str, str]:
    jar: SimpleCookie = SimpleCookie()
    for header in answer.headers.get_all("Set-Cookie") or []:
        jar.load(header)
    return {key: morsel.value for key, morsel in jar.items()}
