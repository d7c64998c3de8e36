"""The standing cast: Ana hosts, Ben and Cleo play, Dan is somebody else. See also running.py and browser.py."""

import pytest
from django.test import Client
from django.utils import translation

pytest_plugins = ["tests.running", "tests.browser"]

PASSWORD = "correct horse battery staple"


@pytest.fixture
def ana(django_user_model):
    """The teacher whose quizzes and lessons the tests are about."""
    return django_user_model.objects.create_user("ana", password=PASSWORD)


@pytest.fixture
def dan(django_user_model):
    """Another teacher on the same server, who must not see or change what is Ana's."""
    return django_user_model.objects.create_user("dan", password=PASSWORD)


@pytest.fixture
def ana_client(ana):
    return signed_in(ana)


@pytest.fixture
def dan_client(dan):
    return signed_in(dan)


def signed_in(user) -> Client:
    client = Client()
    client.force_login(user)
    return client


@pytest.fixture(autouse=True)
def _in_english():
    """A test that reads a page in Hindi leaves the thread in Hindi."""
    yield
    translation.activate("en")
