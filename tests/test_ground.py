"""What a newcomer reads is what is there: dependencies and their reasons, settings, commands, containers."""

import re
import subprocess
import tomllib

import pytest

from tests.running import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
EXTRAS = PROJECT["optional-dependencies"]


def read(name: str) -> str:
    return (ROOT / name).read_text()


def bare(requirement: str) -> str:
    """The name of a package as registries compare it."""
    return re.sub(r"[-_.]+", "-", re.match(r"[\w.-]+", requirement).group()).lower()


def explained() -> set[str]:
    """The packages that docs/dependencies.md has a row or a sentence for."""
    rows = re.findall(r"^\| (\w[^|]+) \|", read("docs/dependencies.md"), re.MULTILINE)
    named = {bare(name.strip()) for row in rows for name in row.split(",")} - {"package"}
    return {re.sub(r"-\d.*", "", name) for name in named} | {"psycopg"}


@pytest.mark.parametrize("requirements", [PROJECT["dependencies"], *EXTRAS.values()], ids=["run", *EXTRAS])
def test_every_dependency_has_its_reason(requirements):
    assert {bare(one) for one in requirements} <= explained()


def test_no_reason_is_left_of_a_dependency_that_is_gone():
    needed = {bare(one) for group in (PROJECT["dependencies"], *EXTRAS.values()) for one in group}
    assert explained() <= needed


def test_every_dependency_is_pinned():
    pinned = {bare(line) for line in read("constraints.txt").splitlines() if "==" in line}
    assert {bare(one) for group in (PROJECT["dependencies"], *EXTRAS.values()) for one in group} <= pinned


def settings_read() -> set[str]:
    named = r'env\.\w+\("(\w+)"', r'environ\.get\("(\w+)"'
    files = read("classroom/settings.py") + read("classroom/env.py")
    return {name for pattern in named for name in re.findall(pattern, files)}


def test_the_readme_names_every_setting():
    assert settings_read() == set(re.findall(r"^\| `([A-Z_]+)`", read("README.md"), re.MULTILINE))


def test_the_containers_use_settings_that_exist():
    compose = set(re.findall(r"^      ([A-Z_]+):", read("docker-compose.yml"), re.MULTILINE))
    image = set(re.findall(r"\b(PRASHNA_\w+)=", read("Dockerfile")))
    assert compose - {"POSTGRES_USER", "POSTGRES_PASSWORD", "POSTGRES_DB"} | image <= settings_read()


def test_the_image_copies_all_that_runs():
    copied = set(" ".join(re.findall(r"^COPY (.*) \S+$", read("Dockerfile"), re.MULTILINE)).split())
    assert {"classroom", "quizzes", "templates", "manage.py", "pyproject.toml", "constraints.txt"} <= copied
    assert all((ROOT / name).exists() for name in copied)


def targets() -> set[str]:
    return set(re.findall(r"^([a-z]+):", read("Makefile"), re.MULTILINE))


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md", ".ci/run", "docs/architecture.md"])
def test_every_command_that_is_named_exists(page):
    assert set(re.findall(r"(?:`|^\s*)make ([a-z]+)", read(page), re.MULTILINE)) <= targets()


def test_every_file_that_is_linked_exists():
    for page in [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")]:
        for link in re.findall(r"\]\(([^)#:]+)\)", page.read_text()):
            assert (page.parent / link).exists(), f"{page.name}: {link}"


def test_ci_says_the_summary_of_the_tests_last(tmp_path):
    """With a make that only prints: the real one takes its time and is what runs this test."""
    make = tmp_path / "make"
    make.write_text('#!/bin/sh\necho "$1 ran"\n[ "$1" = test ] && echo "12 passed in 3s"\nexit 0\n')
    make.chmod(0o755)
    run = subprocess.run(
        [ROOT / ".ci" / "run"], env={"PATH": f"{tmp_path}:/usr/bin:/bin"}, capture_output=True, text=True
    )
    assert run.returncode == 0, run.stderr
    assert run.stdout.splitlines() == ["test ran", "12 passed in 3s", "check ran", "12 passed in 3s"]


def test_ci_fails_when_a_test_fails(tmp_path):
    make = tmp_path / "make"
    make.write_text('#!/bin/sh\necho "1 failed in 3s"\nexit 2\n')
    make.chmod(0o755)
    run = subprocess.run(
        [ROOT / ".ci" / "run"], env={"PATH": f"{tmp_path}:/usr/bin:/bin"}, capture_output=True, text=True
    )
    assert run.returncode == 2
    assert run.stdout.splitlines()[-1] == "1 failed in 3s"
