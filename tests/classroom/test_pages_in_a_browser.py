"""The pages around a lesson in a real browser: readable by everybody, whole on a small phone, all from here."""

from urllib.parse import urlsplit

import pytest

from tests.browser import axe_violations

pytestmark = pytest.mark.browser

PUBLIC = ["/", "/?code=wrong", "/login/", "/host/unknown/", "/no/such/page"]


@pytest.fixture
def visit(new_page):
    """Opens a page, and fails when it asks another server for something or breaks its own security policy."""

    def go(url, **options):
        page = new_page(**options)
        complaints = []
        page.on("console", lambda message: complaints.append(message.text) if "Security" in message.text else None)
        page.on("request", lambda asked: asked.url.startswith(("http", "ws")) and asked_for.append(asked.url))
        asked_for = []
        page.goto(url)
        assert {urlsplit(one).netloc for one in asked_for} == {urlsplit(url).netloc}
        assert not complaints
        return page

    return go


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_on_the_public_pages(server, visit, scheme):
    for path in PUBLIC:
        assert axe_violations(visit(server.lan_url + path, color_scheme=scheme)) == [], path


def test_axe_finds_nothing_on_the_account_page(server, visit):
    page = visit(server.host_link)
    page.goto(server.url + "/desk/account/")
    assert axe_violations(page) == []


def test_nothing_is_cut_off_on_the_smallest_phone(server, visit):
    for path in PUBLIC:
        page = visit(server.lan_url + path, viewport={"width": 320, "height": 640}, locale="hi-IN")
        assert page.evaluate("document.documentElement.scrollWidth") <= 320, path


def test_the_code_field_works_by_keyboard_alone(server, visit):
    page = visit(server.lan_url + "/")
    field = page.get_by_label("Room code")
    for _ in range(12):
        if field.evaluate("field => field === document.activeElement"):
            break
        page.keyboard.press("Tab")
    page.keyboard.type("cdf 234")
    page.keyboard.press("Enter")
    page.wait_for_url("**/CDF234/")


def test_the_language_is_changed_with_one_tap_and_stays(server, visit):
    page = visit(server.lan_url + "/login/", locale="en-GB")
    page.get_by_role("button", name="हिन्दी").click()
    assert page.url == server.lan_url + "/login/"
    assert page.locator("html").get_attribute("lang") == "hi"
    page.goto(server.lan_url + "/")
    assert page.locator("html").get_attribute("lang") == "hi"


def test_a_password_is_set_after_the_first_click_and_signs_in_on_another_device(server, visit):
    page = visit(server.host_link)
    page.goto(server.url + "/desk/account/")
    page.locator("[name=new_password1]").fill("green mangoes at noon")
    page.locator("[name=new_password2]").fill("green mangoes at noon")
    page.get_by_role("button", name="Save the password").click()
    page.get_by_text("Your password is set.").wait_for()
    phone = visit(server.lan_url + "/login/")
    phone.get_by_label("Username").fill("host")
    phone.get_by_label("Password").fill("green mangoes at noon")
    phone.get_by_role("button", name="Sign in").click()
    phone.wait_for_url("**/desk/")
