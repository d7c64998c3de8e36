"""Which address students are told, and in which order they should try them."""

import ipaddress
import socket

import pytest
from django.test import RequestFactory

from classroom import addresses


def found(*pairs):
    return [addresses._Found(ipaddress.ip_address(text), name) for text, name in pairs]


def test_the_network_that_leads_out_comes_first_and_containers_last():
    mixed = found(
        ("127.0.0.1", "lo"),
        ("fd00::7", "eth0"),
        ("172.17.0.1", "docker0"),
        ("10.8.0.2", "tun0"),
        ("8.8.4.4", "eth1"),
        ("169.254.3.3", "eth2"),
        ("192.168.7.7", "wlan1"),
        ("192.168.1.5", "wlan0"),
    )
    assert addresses.ranked(mixed, default_route="192.168.1.5") == [
        "192.168.1.5",
        "192.168.7.7",
        "8.8.4.4",
        "[fd00::7]",
        "169.254.3.3",
        "10.8.0.2",
        "172.17.0.1",
    ]


def test_a_vpn_does_not_win_by_holding_the_default_route():
    pairs = found(("10.8.0.2", "wg0"), ("192.168.1.5", "wlan0"))
    assert addresses.ranked(pairs, default_route="10.8.0.2")[0] == "192.168.1.5"


def test_loopback_is_named_only_when_there_is_nothing_else(monkeypatch):
    monkeypatch.setattr(addresses, "_cache", addresses._Cache())
    monkeypatch.setattr(addresses, "_read", lambda: addresses.ranked(found(("127.0.0.1", "lo"), ("::1", "lo"))))
    assert addresses.candidates() == ["localhost"]


def test_a_change_of_network_is_seen_after_ten_seconds(monkeypatch):
    clock = [100.0]
    answers = iter([["192.168.1.5"], ["10.0.0.9"]])
    monkeypatch.setattr(addresses, "_cache", addresses._Cache())
    monkeypatch.setattr(addresses, "_read", lambda: next(answers))
    monkeypatch.setattr(addresses.time, "monotonic", lambda: clock[0])
    monkeypatch.setattr(addresses.socket, "getaddrinfo", no_such_name)
    assert addresses.candidates() == ["192.168.1.5"]
    clock[0] += 9
    assert addresses.candidates() == ["192.168.1.5"]
    clock[0] += 2
    assert addresses.candidates() == ["10.0.0.9"]


def no_such_name(*_):
    raise socket.gaierror


def test_every_address_of_this_machine_can_be_bound():
    for text in addresses._read():
        family = socket.AF_INET6 if text.startswith("[") else socket.AF_INET
        with socket.socket(family) as probe:
            probe.bind((text.strip("[]"), 0))


@pytest.fixture
def best(monkeypatch):
    monkeypatch.setattr(addresses, "candidates", lambda: ["192.168.1.5"])


@pytest.mark.parametrize(
    ("host", "base"),
    [
        ("localhost:8000", "http://192.168.1.5:8000"),
        ("127.0.0.1:8000", "http://192.168.1.5:8000"),
        ("[::1]:8000", "http://192.168.1.5:8000"),
        ("ana-laptop:8000", "http://192.168.1.5:8000"),
        ("localhost", "http://192.168.1.5"),
        ("10.1.1.1:9000", "http://10.1.1.1:9000"),
        ("ana-laptop.local:8000", "http://ana-laptop.local:8000"),
    ],
)
def test_an_address_that_worked_for_the_host_is_given_on_unless_it_means_this_computer(best, host, base):
    assert addresses.public_base(RequestFactory().get("/", headers={"host": host})) == base


def test_without_a_request_the_best_address_and_our_port(best, settings):
    settings.PORT = 8123
    assert addresses.public_base() == "http://192.168.1.5:8123"


def test_the_public_address_wins_when_it_is_set(best, settings):
    settings.PUBLIC_URL = "https://quiz.example.org"
    assert addresses.public_base(RequestFactory().get("/")) == "https://quiz.example.org"
