"""``python -m bench``: our server beside a textbook one and a bare loop, in one run. See docs/performance.md."""

import argparse
import asyncio
import json
import os
import platform
import shutil
import tempfile
from pathlib import Path
from typing import Any

from . import running

# Goals, printed beside what was measured. A run on a busy machine may miss them; only a lost answer ends in an error.
_AT_MOST = {"push_times_floor": 7}
_AT_LEAST = {"push_sooner_than_textbook": 6, "ack_p99_sooner_than_textbook": 8}


def main() -> None:
    options = _options()
    build = running.ROOT / "build"
    build.mkdir(exist_ok=True)
    folder = Path(tempfile.mkdtemp(prefix="bench-", dir=build))  # on the disk of the repository: /tmp may be memory
    _prepare(folder)
    try:
        found = _run(options, folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    options.out.parent.mkdir(parents=True, exist_ok=True)
    options.out.write_text(json.dumps(found, indent=1) + "\n")
    print(f"\nWritten to {options.out}")
    faults = [text for sized in found["classes"] for text in sized["faults"]]
    if faults:
        raise SystemExit("\n".join(faults))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--students", type=int, nargs="+", default=[300, 1000], help="sizes of the class")
    parser.add_argument("--rounds", type=int, default=5, help="questions; the median of them counts")
    parser.add_argument("--answers", type=int, default=1000, help="how many in one second, whatever the class")
    parser.add_argument(
        "--quick", action="store_true", help="100 students, 2 questions, 150 answers: does it work at all?"
    )
    parser.add_argument("--out", type=Path, default=running.ROOT / "build" / "bench.json")
    options = parser.parse_args()
    if options.quick:
        options.students, options.rounds, options.answers = [100], 2, 150
    return options


def _prepare(folder: Path) -> None:
    """A private data folder with a database, for this process and the servers that it starts."""
    for name in ("DATABASE_URL", "REDIS_URL", "PUBLIC_URL", "PRASHNA_SECRET_KEY"):
        os.environ.pop(name, None)
    os.environ |= {"PRASHNA_DATA": str(folder), "DJANGO_SETTINGS_MODULE": "classroom.settings"}
    import django

    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)


def _run(options: argparse.Namespace, folder: Path) -> dict[str, Any]:
    from classroom.simulation.wire import allow_sockets

    from . import lesson

    allow_sockets(max(options.students))
    if lesson.synchronous() != 2:
        raise SystemExit("SQLite does not sync every commit: what is measured would not be what is promised.")
    machine = running.split_cores()
    print(f"Python {platform.python_version()}, {machine}. Medians of {options.rounds} questions.")
    print(f"After each question {options.answers} answers in one second.")
    classes = [_class(students, options, folder) for students in options.students]
    return {
        "python": platform.python_version(), "machine": machine, "rounds": options.rounds,
        "answers": options.answers, "classes": classes,
    }  # fmt: skip


def _class(students: int, options: argparse.Namespace, folder: Path) -> dict[str, Any]:
    from classroom.live import protocol, screens, store
    from classroom.live.commands import Open
    from classroom.live.rules import State, apply

    from . import lesson
    from .measure import measure
    from .peers import PEERS

    rounds, heading = options.rounds, f"{students} students"
    print(f"\n{heading:<22}{'joined':>11}{'connected':>11}{'last phone':>12}{'ack p50':>10}{'p99':>10}  lost")
    state = apply(State(lesson.quiz(rounds)), Open(), store.now_ms())
    screen = json.loads(protocol.encode(screens.phone(screens.Snapshot(1, "", 100, state), store.now_ms())))
    figures = {}
    for kind in PEERS:
        peer = kind(lesson.open_session(rounds), students, screen)
        with peer.running(folder) as url:
            figures[peer.name] = asyncio.run(measure(peer, url, rounds, options.answers)).as_dict()
        print(_row(figures[peer.name]))
    ratios = _ratios(figures)
    for name, value in ratios.items():
        held = value <= _AT_MOST[name] if name in _AT_MOST else value >= _AT_LEAST[name]
        goal = f"at most {_AT_MOST[name]}" if name in _AT_MOST else f"at least {_AT_LEAST[name]}"
        print(f"  {name.replace('_', ' ')}: {value} (goal: {goal}{'' if held else ', NOT REACHED'})")
    return {"students": students, "peers": figures, "ratios": ratios, "faults": _faults(figures["prashna"])}


def _row(one: dict[str, Any]) -> str:
    joined = f"{one['joined_s']:.1f} s" if one["joined_s"] else "-"
    return (
        f"  {one['peer']:<20}{joined:>11}{one['connected_s']:>9.1f} s{one['push_last_ms']:>9.1f} ms"
        f"{one['ack_p50_ms']:>7.1f} ms{one['ack_p99_ms']:>7.1f} ms  {one['lost']} of {one['acked']}"
        f"   ({one['frame_bytes']} bytes)"
    )


def _ratios(figures: dict[str, dict[str, Any]]) -> dict[str, float]:
    ours, textbook, floor = figures["prashna"], figures["textbook"], figures["floor"]
    return {
        "push_times_floor": round(ours["push_last_ms"] / floor["push_last_ms"], 1),
        "push_sooner_than_textbook": round(textbook["push_last_ms"] / ours["push_last_ms"], 1),
        "ack_p99_sooner_than_textbook": round(textbook["ack_p99_ms"] / ours["ack_p99_ms"], 1),
    }


def _faults(ours: dict[str, Any]) -> list[str]:
    """What no run may show, however slow the machine."""
    where = f"prashna with {ours['students']} students"
    words = {"lost": "answers lost", "too_early": "acknowledged before stored", "broken": "broken connections"}
    return [f"{where}: {ours[name]} {text}" for name, text in words.items() if ours[name]]


if __name__ == "__main__":
    main()
