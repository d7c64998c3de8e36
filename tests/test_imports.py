"""Who may import whom. The rules of the game and the reading of files do no I/O, and quizzes never know of lessons."""

import ast
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

# Pure: values in, values out. The same input gives the same output, today and in a test.
PURE = [
    *(ROOT / "classroom" / "live" / f"{name}.py" for name in
      ("rules", "state", "snapshot", "commands", "scoring", "screens", "protocol", "codes", "names", "pace")),
    *sorted((ROOT / "classroom" / "reports").glob("statistics.py")),
    ROOT / "quizzes" / "frozen.py",
    ROOT / "quizzes" / "languages.py",
    ROOT / "quizzes" / "check.py",
    *sorted((ROOT / "quizzes" / "kinds").rglob("*.py")),
    *sorted((ROOT / "quizzes" / "formats").rglob("*.py")),
]  # fmt: skip
PURE_MODULES = {".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__") for path in PURE}
# Parsing libraries; they neither read clocks nor open anything.
PARSERS = {"msgspec", "markdown_it", "mdit_py_plugins", "nh3", "charset_normalizer", "latex2mathml", "pygments"}
# Of the standard library, what reaches outside: clocks, chance, files, processes, the network.
IMPURE = {
    "asyncio", "concurrent", "http", "multiprocessing", "os", "pathlib", "random", "secrets", "shutil", "signal",
    "socket", "sqlite3", "subprocess", "tempfile", "threading", "time", "urllib.request", "uuid",
}  # fmt: skip
# Parts of the site, outermost first: a part imports from those below it, never from those above.
LIVE_LAYERS = [
    {"routing"},
    {"checking"},
    {"consumers"},
    {"opening", "joining", "lookup"},
    {"hub"},
    {"room"},
    {"store", "answers", "bus", "writer"},
    {"seating"},
]


def imports(path: Path) -> set[str]:
    """Every module that the file imports, wherever in the file, as absolute names; not what only types need."""
    package = path.relative_to(ROOT).parent.parts
    names = set()
    tree = ast.parse(path.read_text())
    for_types = {
        inner
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and ast.unparse(node.test).endswith("TYPE_CHECKING")
        for inner in ast.walk(node)
    }
    for node in ast.walk(tree):
        if node in for_types:
            continue
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = ".".join(package[: len(package) - node.level + 1]) if node.level else ""
            module = ".".join(filter(None, (base, node.module)))
            names |= {f"{module}.{alias.name}" for alias in node.names}
    return names


def is_inside(name: str, modules: set[str]) -> bool:
    """The name is one of the modules, or something in one."""
    parts = name.split(".")
    return any(".".join(parts[:length]) in modules for length in range(1, len(parts) + 1))


def sources(folder: str) -> list[Path]:
    return sorted(path for path in (ROOT / folder).rglob("*.py") if "migrations" not in path.parts)


def relative(path: Path) -> str:
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("path", PURE, ids=relative)
def test_a_pure_module_imports_only_what_is_pure(path):
    wrong = {
        name
        for name in imports(path)
        if is_inside(name, IMPURE)
        or not (is_inside(name, PURE_MODULES | PARSERS) or name.split(".")[0] in sys.stdlib_module_names)
    }
    assert not wrong


@pytest.mark.parametrize("path", PURE, ids=relative)
def test_a_pure_module_never_asks_for_the_time_of_day(path):
    calls = {ast.unparse(node.func) for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Call)}
    assert not {call for call in calls if call.rpartition(".")[2] in ("now", "utcnow", "today")} | calls & {"open"}


@pytest.mark.parametrize("path", sources("quizzes"), ids=relative)
def test_quizzes_never_import_the_classroom(path):
    assert not {name for name in imports(path) if name.split(".")[0] == "classroom"}


@pytest.mark.parametrize("path", sources("classroom/live"), ids=relative)
def test_the_live_part_imports_downwards(path):
    layer = next((depth for depth, names in enumerate(LIVE_LAYERS) if path.stem in names), len(LIVE_LAYERS))
    above = {f"classroom.live.{name}" for names in LIVE_LAYERS[:layer] for name in names}
    assert not {name for name in imports(path) if is_inside(name, above | {"classroom.views", "classroom.urls"})}


@pytest.mark.parametrize("path", [*sources("classroom"), *sources("quizzes")], ids=relative)
def test_the_site_imports_neither_tests_nor_the_bench(path):
    assert not {name for name in imports(path) if name.split(".")[0] in ("tests", "bench", "pytest", "playwright")}


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("from . import rules", {"classroom.live.rules"}),
        ("from ..models import Session", {"classroom.models.Session"}),
        ("import os.path", {"os.path"}),
        ("if TYPE_CHECKING:\n    import os", set()),
        ("def late():\n    from time import time", {"time.time"}),
    ],
)
def test_imports_are_read_in_every_form(source, found, monkeypatch):
    path = ROOT / "classroom" / "live" / "imagined.py"
    monkeypatch.setattr(Path, "read_text", lambda self: source)
    assert imports(path) == found
