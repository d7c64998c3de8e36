"""Contact sheets: all pictures of one folder on one, to be looked at side by side."""

from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

WIDTH, GAP, LABEL = 2400, 12, 26  # px
COLUMNS = {"phone": 8, "student": 8, "desk": 4, "host": 4, "display": 4}
TALLEST = 1.9  # times the width of a column; the rest of a long page is not on the sheet
MOST_ROWS = 6


def make_sheets(folder: Path) -> list[Path]:
    """One or more for each folder of pictures, beside it."""
    made = []
    for place in sorted({picture.parent for picture in folder.rglob("*.jpg") if picture.parent.parent != folder}):
        made += _sheets_of(place)
    return made


def _sheets_of(place: Path) -> list[Path]:
    kind, size = place.name.split("-")[:2]
    columns = 8 if size == "360x640" else COLUMNS[kind]
    pictures, each, made = sorted(place.glob("*.jpg")), columns * MOST_ROWS, []
    for start in range(0, len(pictures), each):
        path = place.with_name(f"{place.name}-sheet-{start // each + 1}.png")
        _sheet(pictures[start : start + each], columns).save(path)
        made.append(path)
    return made


def _sheet(pictures: list[Path], columns: int) -> Image.Image:
    wide = (WIDTH - GAP) // columns - GAP
    small = [_small(path, wide) for path in pictures]
    rows = [range(start, min(start + columns, len(small))) for start in range(0, len(small), columns)]
    heights = [max(small[at].height for at in row) + LABEL + GAP for row in rows]
    sheet = Image.new("RGB", (WIDTH, sum(heights) + GAP), "#888")
    draw, font, top = ImageDraw.Draw(sheet), ImageFont.load_default(16), GAP
    for row, height in zip(rows, heights, strict=True):
        for column, at in enumerate(row):
            left = GAP + column * (wide + GAP)
            draw.text((left, top), pictures[at].stem, "#fff", font)
            sheet.paste(small[at], (left, top + LABEL))
        top += height
    return sheet


def _small(path: Path, wide: int) -> Image.Image:
    with Image.open(path) as picture:
        high = round(picture.height * wide / picture.width)
        small = picture.convert("RGB").resize((wide, high), Image.Resampling.LANCZOS)
    return small.crop((0, 0, wide, min(high, round(wide * TALLEST))))
