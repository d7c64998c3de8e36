"""Ana writes quizzes at her desk; Dan is somebody else."""

import pytest

from quizzes.models import Quiz
from quizzes.sheets import OptionSheet, Sheet, save_sheet


@pytest.fixture(autouse=True)
def own_media_folder(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path / "media"


@pytest.fixture
def desk(ana_client):
    """Ana's browser."""
    return ana_client


@pytest.fixture
def dans_desk(dan_client):
    return dan_client


@pytest.fixture
def quiz(ana):
    """Two questions in English and Hindi."""
    quiz = Quiz.objects.create(
        owner=ana, title={"en": "Numbers", "hi": "संख्याएँ"}, languages=["en", "hi"], description={"en": "Primes."}
    )
    save_sheet(quiz, sheet("Which is prime?", "अभाज्य कौन है?"))
    save_sheet(quiz, sheet("Which is even?", "सम कौन है?"))
    return quiz


def sheet(english, hindi=""):
    options = [
        OptionSheet(text={"en": "21", "hi": "२१"}, explanation={}, correct=False),
        OptionSheet(text={"en": "**23**", "hi": "२३"}, explanation={"en": "Only 1 and 23."}, correct=True),
    ]
    return Sheet(
        kind="single",
        text={"en": english, "hi": hindi} if hindi else {"en": english},
        explanation={"en": "Two divisors."},
        image="",
        image_alt={},
        time_limit=45,
        points=2,
        options=options,
    )
