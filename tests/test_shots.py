"""``make shots`` in small, without pictures: the longest texts in every phase, in Hindi."""

import pytest

from tests.shots.camera import Camera
from tests.shots.play import Play

pytestmark = pytest.mark.browser


@pytest.fixture
def play(server, chromium):
    return Play(server, chromium, Camera(None), languages=["hi"])


def test_nothing_is_cut_off_or_too_small_with_the_longest_texts(play):
    play.longest()
    assert play.camera.complaints == []


def test_nothing_is_cut_off_or_too_small_in_any_phase(play):
    play.sample()
    assert play.camera.complaints == []


def test_the_camera_sees_what_is_wrong(chromium):
    page = chromium.new_page(viewport={"width": 360, "height": 640})
    page.set_content(
        "<style>body{margin:0;font-size:20px} .wide{width:400px} .low{height:20px;overflow:hidden}</style>"
        "<p class=wide>wide</p><p class=low>cut<br>off</p><p style='font-size:10px'>tiny</p><button>x</button>"
        "<p style='position:absolute;left:-9px'>gone</p>"
    )
    camera = Camera(None)
    camera.look(page, "phone", "here", "now", (360, 640))
    found = "\n".join(camera.complaints)
    page.close()
    for mistake in (
        "400 px wide",
        "cut off at the bottom",
        "text of 10.0 px",
        "a target of",
        "letters lost at the side",
    ):
        assert mistake in found
