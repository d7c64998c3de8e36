"""The front page, error pages in the reader's language, images, and "are you there?"."""

import pytest
from django.http import Http404
from django.test import Client, RequestFactory

from classroom.views import errors


@pytest.mark.parametrize("typed", ["CDF234", "cdf234", " cdf 234 ", "cdf-234", "CDF२३४"])
def test_a_code_leads_to_its_room_however_it_is_typed(client, typed):
    assert client.get("/", {"code": typed})["Location"] == "/CDF234/"


@pytest.mark.parametrize("typed", ["", "CDF", "CDF2345", "<b>", "AEIOUA"])
def test_what_is_no_code_is_said_beside_the_field(client, typed):
    page = client.get("/", {"code": typed}).content.decode()
    assert 'aria-invalid="true"' in page
    assert "code-error" in page
    assert "<b>" not in page.partition('id="code"')[2].partition(">")[0]


def test_the_front_page_complains_of_nothing_before_something_is_typed(client):
    assert "code-error" not in client.get("/").content.decode()


def test_healthz_asks_neither_the_database_nor_for_a_cookie(client):
    response = client.get("/healthz")  # without the db fixture a query would fail
    assert (response.status_code, response.content) == (200, b"ok\n")
    assert not response.cookies


def test_a_missing_page_says_so_without_a_query(client):
    response = client.get("/no/such/page")
    assert response.status_code == 404
    assert "<h1>Nothing here</h1>" in response.content.decode()


def test_a_form_without_its_token_is_refused_in_words():
    response = Client(enforce_csrf_checks=True).post("/login/", {"username": "x"})
    assert response.status_code == 403
    assert "<h1>Please try that again</h1>" in response.content.decode()


@pytest.mark.parametrize(
    ("view", "status"),
    [(errors.bad_request, 400), (errors.forbidden, 403), (errors.not_found, 404), (errors.server_error, 500)],
)
def test_error_pages_are_whole_pages_that_need_no_session(view, status):
    request = RequestFactory().get("/")  # without middleware: neither user nor session is there
    response = view(request) if status == 500 else view(request, Http404())
    assert response.status_code == status
    assert response.content.decode().rstrip().endswith("</html>")


@pytest.fixture
def picture(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path
    (tmp_path / "images").mkdir()
    (tmp_path / "images" / "0123456789abcdef.png").write_bytes(b"picture")
    (tmp_path / "images" / "notes.txt").write_bytes(b"secret")
    (tmp_path / "0123456789abcdef.png").write_bytes(b"secret")
    return "/media/images/0123456789abcdef.png"


def test_an_image_is_kept_by_browsers_and_never_guessed_to_be_something_else(client, picture):
    response = client.get(picture)
    assert response.content == b"picture"
    assert response["Content-Type"] == "image/png"
    assert response["X-Content-Type-Options"] == "nosniff"
    assert "immutable" in response["Cache-Control"]


@pytest.mark.parametrize(
    "path",
    ["/media/images/notes.txt", "/media/0123456789abcdef.png", "/media/images/../0123456789abcdef.png",
     "/media/images/%2e%2e/0123456789abcdef.png", "/media/images/ffffffffffffffff.png", "/media/"],
)  # fmt: skip
def test_nothing_else_in_the_media_folder_is_served(client, picture, path):
    assert client.get(path).status_code == 404
