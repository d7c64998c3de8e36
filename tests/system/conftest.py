"""After each test everybody goes home."""

import pytest

from tests.system.people import SOCKETS


@pytest.fixture(autouse=True)
def _everybody_goes_home():
    yield
    SOCKETS.close()
