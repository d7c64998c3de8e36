"""Measures a page by the rules and photographs it. What it finds wrong it keeps as lines of text."""

import base64
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

RULES = (Path(__file__).parent / "rules.js").read_text()
TALLEST = 2600  # px; of the picture of a page that scrolls
SETTLED = """async () => {
    await document.fonts.ready;
    const shown = [...document.images].filter((one) => one.checkVisibility());
    await Promise.all(shown.map((one) => one.decode().catch(() => 0)));
}"""
Size = tuple[int, int]


def rules_for(kind: str, size: Size) -> dict[str, object]:
    """``kind``: phone, desk or display; pages for students are like phones, the host's like the desk."""
    if kind == "display":
        least = size[1] / 30
        return {"smallest": least, "secondary": least, "scripts": least, "target": 0, "fixed": True}
    if kind == "phone":
        return {"smallest": 16, "secondary": 14, "scripts": 11, "target": 44, "fixed": False}
    return {"smallest": 14, "secondary": 12, "scripts": 9, "target": 0, "fixed": False}


@dataclass
class Camera:
    """``folder``: where pictures go; None: measure only. ``themes``: of light and dark."""

    folder: Path | None
    themes: Sequence[str] = ("light", "dark")
    complaints: list[str] = field(default_factory=list)
    measured: int = 0
    taken: int = 0

    def look(self, page, kind: str, place: str, name: str, size: Size, picture: bool = True) -> None:
        """Measure what ``page`` shows now, and file its picture as ``place``-THEME/``name``."""
        page.evaluate(SETTLED)
        self.measured += 1
        for one in page.evaluate(RULES, rules_for(kind, size)):
            self.complain(f"{place} {name}: {one}")
        if picture and self.folder:
            self._photograph(page, place, name, whole=kind != "display")

    def complain(self, line: str) -> None:
        if line not in self.complaints:
            self.complaints.append(line)

    def _photograph(self, page, place: str, name: str, whole: bool) -> None:
        width, height = page.evaluate("[innerWidth, Math.max(innerHeight, document.documentElement.scrollHeight)]")
        clip = {"x": 0, "y": 0, "width": width, "height": min(height, TALLEST), "scale": 1}
        options = (
            {"format": "jpeg", "quality": 88, "captureBeyondViewport": True, "clip": clip}
            if whole
            else {"format": "jpeg"}
        )
        # Not page.screenshot(): that waits for frames, and a page behind others draws four in a second.
        debugger = page.context.new_cdp_session(page)
        for theme in self.themes:
            page.emulate_media(color_scheme=theme, reduced_motion="reduce")
            path = self.folder / f"{place}-{theme}" / f"{name}.jpg"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(base64.b64decode(debugger.send("Page.captureScreenshot", options)["data"]))
            self.taken += 1
        debugger.detach()
