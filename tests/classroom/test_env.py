"""Settings from the environment."""

from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from classroom import env


@pytest.fixture
def linked(tmp_path, monkeypatch):
    """A computer whose /etc/localtime leads to that place."""
    monkeypatch.delenv("TZ", raising=False)

    def link(target):
        path = tmp_path / "localtime"
        path.symlink_to(target)
        return path

    return link


def test_the_time_zone_is_that_of_the_computer(linked):
    assert env.time_zone(linked("/usr/share/zoneinfo/Asia/Kolkata")) == "Asia/Kolkata"


@pytest.mark.parametrize("target", ["/etc/a-copy", "/usr/share/zoneinfo/Nowhere/At_All", "/usr/share/zoneinfo/"])
def test_a_computer_that_names_no_zone_is_in_utc(linked, target):
    assert env.time_zone(linked(target)) == "UTC"


def test_tz_wins_and_a_wrong_one_is_refused(monkeypatch):
    monkeypatch.setenv("TZ", "Asia/Kolkata")
    assert env.time_zone(Path("/nowhere")) == "Asia/Kolkata"
    monkeypatch.setenv("TZ", "Mars/Olympus")
    with pytest.raises(ImproperlyConfigured, match="TZ must be a time zone"):
        env.time_zone()
