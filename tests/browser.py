"""A real Chromium for tests, and axe-core to look for accessibility mistakes."""

import contextlib
import shutil
from pathlib import Path

import pytest

FLAGS = [
    "--no-sandbox",  # tests may run as root, where Chromium's own sandbox cannot start
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
AXE = (Path(__file__).parent / "vendor" / "axe.min.js").read_text()
WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


@pytest.fixture(scope="module")
def chromium():
    """One browser for a module. Not longer: while it runs, its event loop is this thread's, and Django's ORM and
    asyncio refuse to work. So a module that uses it talks to a ``server`` and leaves the ORM alone."""
    with open_chromium() as browser:
        yield browser


@contextlib.contextmanager
def open_chromium():
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        installed = shutil.which("chromium") or shutil.which("chromium-browser")
        browser = playwright.chromium.launch(executable_path=installed, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def new_page(chromium):
    """A factory: each page is another device, with cookies of its own. Takes the options of ``new_context``."""
    contexts = []

    def make(**options):
        contexts.append(chromium.new_context(**options))
        page = contexts[-1].new_page()
        page.set_default_timeout(10_000)
        return page

    yield make
    for context in contexts:
        context.close()


def axe_violations(page) -> list[str]:
    """One line per violation and place; empty when axe-core finds none."""
    page.evaluate(AXE)  # by the debugger, so the page's own security policy stays as strict as it is
    found = page.evaluate("tags => axe.run({runOnly: tags})", WCAG)["violations"]
    return [f"{one['id']}: {one['help']}: {node['html'][:200]}" for one in found for node in one["nodes"]]
