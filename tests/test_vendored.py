"""Vendored files are exactly those of the version that VENDORED.toml names."""

import hashlib
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = tomllib.loads((ROOT / "VENDORED.toml").read_text())
FILES = [(name, path, digest) for name, entry in PACKAGES.items() for path, digest in entry["sha256"].items()]


@pytest.mark.parametrize(("name", "path", "digest"), FILES, ids=[path for _, path, _ in FILES])
def test_a_vendored_file_is_the_one_that_was_checked(name, path, digest):
    assert hashlib.sha256((ROOT / path).read_bytes()).hexdigest() == digest


@pytest.mark.parametrize("name", PACKAGES)
def test_a_vendored_package_tells_where_it_is_from(name):
    assert {"package", "version", "licence", "used_for"} <= PACKAGES[name].keys()


def test_every_file_that_looks_vendored_is_listed():
    listed = {path for _, path, _ in FILES}
    found = [
        *(ROOT / "tests" / "vendor").iterdir(),
        *(path for app in ("classroom", "quizzes") for path in (ROOT / app / "static").rglob("vendor/*")),
        *(ROOT / "classroom" / "static").rglob("*.woff2"),
    ]
    assert {str(path.relative_to(ROOT)) for path in found} <= listed
