"""What the tests say of the database on SQLite, said again on PostgreSQL: the same tests, in a process of their own."""

import os
import subprocess
import sys

import pytest

from tests.running import ROOT

pytestmark = pytest.mark.services


PAGES = ("desk", "check_pages", "home", "hostlink", "live_pages", "practice_pages", "results_page", "room_views")


@pytest.mark.parametrize(
    "tests",
    [
        ["tests/classroom/live"],
        ["tests/classroom/reports", *(f"tests/classroom/test_{page}.py" for page in PAGES)],
        ["tests/quizzes"],
    ],
    ids=["live", "pages", "quizzes"],
)
def test_the_same_holds_on_postgresql(postgres_url, tests):
    environment = os.environ | {"TEST_POSTGRES_URL": postgres_url}
    options = ["-q", "--ds=tests.services.postgres_settings", "-m", "not browser and not services"]
    command = [sys.executable, "-m", "pytest", *options, *tests]
    run = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=300)
    assert run.returncode == 0, run.stdout[-8000:] + run.stderr[-2000:]
