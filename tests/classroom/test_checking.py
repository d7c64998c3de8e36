from dataclasses import replace

import pytest

from classroom.checking import PATIENCE, Phone, device, diagnose, kind_of, verdict

NOW = 1_700_000_000_000
CAME = Phone("Android · Chrome", "192.168.1.7:8000", NOW)
FINE = replace(CAME, socket=True, polling=True, round_trip_ms=12)
LOCAL = "192.168.1.7"


@pytest.mark.parametrize(
    ("phone", "code"),
    [
        (FINE, "fine"),
        (replace(FINE, round_trip_ms=900), "slow"),
        (replace(FINE, socket=False), "no_socket"),
        (replace(FINE, socket=False, round_trip_ms=900), "no_socket"),
        (replace(FINE, socket=False, polling=False, round_trip_ms=None), "nothing"),
        (replace(FINE, own=True), "own"),
    ],
)
def test_each_result_has_its_meaning(phone, code):
    assert verdict(phone, NOW + 1000) == code


def test_a_test_that_does_not_end_means_no_script():
    assert verdict(CAME, NOW + PATIENCE * 1000 - 1) == "testing"
    assert verdict(CAME, NOW + PATIENCE * 1000) == "silent"


def test_while_there_is_still_time_nothing_is_wrong():
    assert diagnose([], PATIENCE - 1, LOCAL) == ""


def test_when_no_phone_came_in_time_the_reason_is_the_network():
    assert diagnose([], PATIENCE, LOCAL) == "unreached"


def test_this_computer_itself_proves_nothing_about_the_network():
    own = replace(FINE, own=True)
    assert diagnose([own], 1, LOCAL) == "only_this_computer"
    assert diagnose([own], PATIENCE, LOCAL) == "unreached"


def test_one_phone_that_came_ends_the_search():
    assert diagnose([CAME], 500, LOCAL) == ""


@pytest.mark.parametrize(
    ("address", "code"), [("100.101.2.3", "vpn"), ("203.0.114.9", "public"), ("desk.local", "unreached")]
)
def test_an_address_that_explains_the_silence_is_named(address, code):
    assert diagnose([], PATIENCE, address) == code


@pytest.mark.parametrize("address", ["localhost", "127.0.0.1", "[::1]"])
def test_the_loopback_is_wrong_at_once(address):
    assert diagnose([], 0, address) == "loopback"


def test_a_firewall_that_is_known_to_be_on_is_named_before_the_network():
    assert diagnose([], PATIENCE, LOCAL, firewall="ufw") == "firewall"
    assert diagnose([], PATIENCE, "100.101.2.3", firewall="ufw") == "vpn"
    assert diagnose([CAME], PATIENCE, LOCAL, firewall="ufw") == ""


def test_an_address_that_no_network_gave_is_wrong_at_once():
    assert diagnose([], 0, "169.254.12.3") == "unconnected"


def test_addresses_of_a_room_are_local():
    assert {kind_of(one) for one in ("10.0.0.4", "192.168.0.2", "172.16.3.3", "[fd00::1]")} == {"local"}


@pytest.mark.parametrize(
    ("agent", "name"),
    [
        ("Mozilla/5.0 (Linux; Android 14; SM-A146B) AppleWebKit/537.36 Chrome/120.0 Mobile Safari/537.36",
         "Android · Chrome"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1 Version/17.0 Safari/604.1",
         "iPhone · Safari"),
        ("Mozilla/5.0 (Windows NT 10.0; rv:120.0) Gecko/20100101 Firefox/120.0", "Windows · Firefox"),
        ("curl/8", ""),
    ],
)  # fmt: skip
def test_a_device_is_named_shortly(agent, name):
    assert device(agent) == name
