"""Whose address a request may name, what a page may load, and in which language it is written."""

import asyncio

import pytest
from django.http import HttpResponse
from django.test import AsyncClient, Client, RequestFactory
from django.utils import translation

from classroom.middleware import LANGUAGE_COOKIE, ContentSecurityPolicy, host_is_ours


@pytest.mark.parametrize(
    "host",
    ["192.168.1.5", "192.168.1.5:8000", "[fd00::2]:8000", "[::1]", "localhost:8000", "ana-laptop", "ana-laptop:8000",
     "Ana-Laptop.local:8000", "quiz.localhost", "testserver", "ana-laptop."],
)  # fmt: skip
def test_an_address_a_local_name_and_a_listed_name_are_ours(host):
    assert host_is_ours(host)


@pytest.mark.parametrize(
    "host",
    ["evil.example", "evil.example:8000", "192.168.1.5.evil.example", "local.evil.example", "", ":8000", "a..local",
     "<script>", "1.2.3", "localhost.evil.example", "evil.example#.local"],
)  # fmt: skip
def test_a_public_name_is_not_ours(host):
    assert not host_is_ours(host)


def test_a_public_name_that_was_set_is_ours(settings):
    settings.EXTRA_HOSTS = ["quiz.example.org"]
    assert host_is_ours("quiz.example.org:443")


def test_a_request_to_a_foreign_name_gets_one_sentence_and_no_cookie(client):
    response = client.get("/", headers={"host": "evil.example"})
    assert response.status_code == 400
    assert response.content.count(b"\n") == 1
    assert not response.cookies


def test_a_malformed_host_is_refused_too(client):
    assert client.get("/", headers={"host": "a b"}).status_code == 400


def test_pages_may_load_only_from_this_server_and_open_its_sockets():
    policy = Client().get("/healthz", headers={"host": "192.168.1.5:8000"})["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "connect-src 'self' ws://192.168.1.5:8000;" in policy
    assert "unsafe" not in policy


def test_sockets_of_a_secure_page_are_secure():
    request = RequestFactory().get("/", secure=True, headers={"host": "quiz.example.org"})
    policy = ContentSecurityPolicy(lambda request: HttpResponse())(request)["Content-Security-Policy"]
    assert "wss://quiz.example.org" in policy


def test_async_views_run_behind_the_same_middleware():
    response = asyncio.run(AsyncClient().get("/healthz"))
    assert response.status_code == 200
    assert "frame-ancestors 'none'" in response["Content-Security-Policy"]


def language_of(client, **headers) -> str:
    return client.get("/", headers=headers)["Content-Language"]


def test_the_browser_decides_the_language(client, db):
    assert language_of(client, accept_language="hi-IN,en;q=0.5") == "hi"
    assert language_of(client, accept_language="ta-IN,en;q=0.5") == "en"
    assert language_of(client, accept_language="nonsense;;;q=,") == "en"


def test_a_choice_is_kept_in_a_cookie_and_no_session_is_made(client, db):
    response = client.post("/language/", {"language": "hi", "next": "/?code=x"})
    assert response["Location"] == "/?code=x"
    assert set(client.cookies) == {LANGUAGE_COOKIE}
    assert language_of(client, accept_language="en") == "hi"


def test_one_language_for_everybody_wins(client, db, settings):
    settings.FORCED_LANGUAGE = "hi"
    client.cookies[LANGUAGE_COOKIE] = "en"
    assert language_of(client, accept_language="en") == "hi"


def test_choosing_a_language_never_leads_to_another_site(client, db):
    for target in ("https://evil.example/", "//evil.example", "javascript:alert(1)", ""):
        assert client.post("/language/", {"language": "hi", "next": target})["Location"] == "/"


def test_an_unknown_language_changes_nothing(client, db):
    assert LANGUAGE_COOKIE not in client.post("/language/", {"language": "xx", "next": "/"}).cookies


def test_the_page_tells_caches_what_it_depends_on(client, db):
    vary = client.get("/")["Vary"]
    assert "Accept-Language" in vary
    assert "Cookie" in vary


def test_reading_in_hindi_leaves_no_hindi_to_the_next_reader(client, db):
    language_of(client, accept_language="hi")
    assert language_of(client, accept_language="en") == "en"
    assert translation.get_language() == "en"
