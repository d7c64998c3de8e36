"""Play, measure, photograph. Ends with 1 and a list when something is wrong.

python -m tests.shots                      everything, into ./screenshots/
python -m tests.shots longest --theme dark --language hi --no-pictures
"""

import argparse
import shutil
import sys
import tempfile
import time
from pathlib import Path

from tests.browser import open_chromium
from tests.running import ROOT, Server

from .camera import Camera
from .play import PARTS, Play
from .sheets import make_sheets


def main() -> int:
    asked = _arguments()
    folder = None if asked.no_pictures else asked.into
    if folder:
        for part in asked.parts:
            shutil.rmtree(folder / part, ignore_errors=True)
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as scratch, open_chromium() as browser:
        server = Server(Path(scratch) / "data").start()
        try:
            camera = Camera(folder, asked.theme or ("light", "dark"))
            play = Play(server, browser, camera, asked.language or ("en", "hi"))
            for part in asked.parts:
                play.part(part)
                took = time.monotonic() - began
                print(f"{part}: {camera.measured} screens measured, {camera.taken} pictures, {took:.0f} s")
        finally:
            server.stop()
    if folder:
        make_sheets(folder)
        print(f"The pictures are in {folder}, with contact sheets beside each folder of them.")
    for line in camera.complaints:
        print(line)
    print(
        f"{len(camera.complaints)} mistakes."
        if camera.complaints
        else "Nothing scrolls sideways, is cut off or too small."
    )
    return 1 if camera.complaints else 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.shots", description=__doc__.splitlines()[0])
    parser.add_argument(
        "parts", nargs="*", choices=[*PARTS, []], default=[], help="what to play; everything if left out"
    )
    parser.add_argument("--theme", action="append", choices=["light", "dark"])
    parser.add_argument("--language", action="append", choices=["en", "hi"], help="of the interface")
    parser.add_argument("--into", type=Path, default=ROOT / "screenshots")
    parser.add_argument("--no-pictures", action="store_true", help="measure only")
    asked = parser.parse_args()
    asked.parts = asked.parts or list(PARTS)
    return asked


if __name__ == "__main__":
    sys.exit(main())
