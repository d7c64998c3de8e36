import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from classroom.models import RoomCheck
from classroom.views import check

pytestmark = pytest.mark.django_db
ANDROID = "Mozilla/5.0 (Linux; Android 14) Chrome/120.0 Mobile Safari/537.36"


@pytest.fixture(autouse=True)
def _known_computer(monkeypatch, tmp_path):
    monkeypatch.setattr("classroom.addresses.candidates", lambda: ["192.168.1.7", "100.90.1.2"])
    monkeypatch.setattr(check, "UFW", tmp_path / "ufw.conf")
    monkeypatch.setattr(check, "FIREWALLD", tmp_path / "firewalld")


def phone(key, address="192.168.1.50"):
    """A phone that has scanned the code."""
    client = Client(headers={"user-agent": ANDROID}, REMOTE_ADDR=address)
    assert client.get(reverse("check_phone", args=[key])).status_code == 200
    return client


def report(client, key, **values):
    return client.post(reverse("check_report", args=[key]), values)


def started(client):
    client.get(reverse("check"))
    return RoomCheck.objects.get().key


def listed(client, key, **query):
    return client.get(reverse("check_state"), {"key": key} | query).json()["html"]


def test_the_desk_shows_the_address_and_a_code_to_scan(ana_client):
    text = ana_client.get(reverse("check")).content.decode()
    assert f"http://192.168.1.7/check/{RoomCheck.objects.get().key}/" in text
    assert "<svg" in text


def test_another_address_of_the_computer_can_be_shown(ana_client):
    text = ana_client.get(reverse("check"), {"address": "100.90.1.2"}).content.decode()
    assert "http://100.90.1.2/check/" in text


def test_an_address_that_is_not_this_computers_is_not_shown(ana_client):
    assert "http://evil" not in ana_client.get(reverse("check"), {"address": "evil.example"}).content.decode()


def test_looking_at_the_page_again_keeps_the_check(ana_client):
    assert started(ana_client) == started(ana_client)


def test_beginning_again_makes_the_old_code_useless(ana_client):
    old = started(ana_client)
    ana_client.post(reverse("check"))
    assert RoomCheck.objects.get().key != old
    assert Client().get(reverse("check_phone", args=[old])).status_code == 404


def test_a_phone_is_listed_as_soon_as_its_page_was_asked_for(ana_client):
    key = started(ana_client)
    phone(key)
    text = listed(ana_client, key)
    assert "Android · Chrome" in text
    assert "Being tested" in text


def test_a_phone_that_works_says_how_fast_it_is(ana_client):
    key = started(ana_client)
    assert report(phone(key), key, socket="yes", polling="yes", round_trip="23").json() == {"stored": True}
    text = listed(ana_client, key)
    assert "A lesson will run on this phone." in text
    assert "23 ms" in text


def test_without_a_socket_the_desk_says_that_polling_will_do(ana_client):
    key = started(ana_client)
    report(phone(key), key, socket="no", polling="yes", round_trip="40")
    assert "blocks WebSockets" in listed(ana_client, key)


def test_two_phones_are_two_lines_and_a_reload_is_not_a_third(ana_client):
    key = started(ana_client)
    phone(key).get(reverse("check_phone", args=[key]))
    phone(key)
    assert len(RoomCheck.objects.get().results) == 2


def test_when_no_phone_comes_the_desk_says_why(ana_client):
    key = started(ana_client)
    assert "client isolation" not in listed(ana_client, key, waited="5")
    assert "client isolation" in listed(ana_client, key, waited="20")
    assert "VPN" in listed(ana_client, key, waited="20", address="100.90.1.2")


def test_a_firewall_that_is_on_is_named_with_the_command_that_opens_the_port(ana_client):
    key = started(ana_client)
    check.UFW.write_text("ENABLED=no\n")
    assert "ufw" not in listed(ana_client, key, waited="20")
    check.UFW.write_text("# comment\nENABLED=yes\n")
    assert "sudo ufw allow 80/tcp" in listed(ana_client, key, waited="20")
    check.UFW.unlink()
    check.FIREWALLD.mkdir()
    assert "firewall-cmd --add-port=80/tcp" in listed(ana_client, key, waited="20")


def test_the_computer_itself_is_not_taken_for_a_phone(ana_client):
    key = started(ana_client)
    phone(key, address="127.0.0.1")
    text = listed(ana_client, key)
    assert "This computer" in text
    assert "now scan the code with a phone" in text


def test_a_check_is_its_hosts_alone(ana_client, dan_client, client):
    key = started(ana_client)
    assert dan_client.get(reverse("check_state"), {"key": key}).status_code == 404
    assert client.get(reverse("check_state"), {"key": key}).status_code == 302
    assert key not in dan_client.get(reverse("check")).content.decode()


def test_who_never_opened_the_page_cannot_report(ana_client):
    key = started(ana_client)
    assert report(Client(), key, socket="yes").status_code == 404
    assert RoomCheck.objects.get().results == []


def test_a_flood_of_phones_ends_at_a_limit(ana_client, monkeypatch):
    monkeypatch.setattr(check, "MOST_PHONES", 2)
    key = started(ana_client)
    for _ in range(4):
        phone(key)
    assert len(RoomCheck.objects.get().results) == 2


def test_an_old_check_is_over(ana_client):
    key = started(ana_client)
    RoomCheck.objects.update(created_at=timezone.now() - check.LIFE)
    assert Client().get(reverse("check_phone", args=[key])).status_code == 404
    assert Client().get(reverse("check_poll", args=[key])).status_code == 404


def test_a_device_name_full_of_html_is_shown_as_text(ana_client):
    key = started(ana_client)
    phone(key)
    row = RoomCheck.objects.get()
    row.results[0]["device"] = "<img src=x>"
    row.save()
    assert not re.search("<img", listed(ana_client, key))
