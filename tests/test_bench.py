"""The bench works at all, and finds no lost answer. How fast anything was is not looked at here."""

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent


def test_a_quick_run_measures_all_three_and_loses_nothing(tmp_path):
    out = tmp_path / "bench.json"
    done = subprocess.run(
        [sys.executable, "-m", "bench", "--quick", "--out", str(out)],
        cwd=ROOT, capture_output=True, text=True, timeout=300,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    (found,) = json.loads(out.read_text())["classes"]
    assert set(found["peers"]) == {"floor", "textbook", "prashna"}
    ours = found["peers"]["prashna"]
    assert (ours["sent"], ours["acked"], ours["lost"], ours["too_early"], ours["broken"]) == (300, 300, 0, 0, 0)
    assert ours["looked_up"] > 0, "and it did look into the database at the moment of the acknowledgement"
    assert all(ratio > 0 for ratio in found["ratios"].values())
