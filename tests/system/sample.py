"""The sample quiz as people read it, for comparing with what screens show."""

import re
from dataclasses import dataclass

from quizzes.formats.draft import DraftQuestion
from quizzes.storing import SAMPLE, read_bytes

LANGUAGES = ("hi", "en")


def squeezed(text: str) -> str:
    """Without any white space: lines, pages and columns are broken differently on each screen."""
    return re.sub(r"\s+", "", text)


def plain(source: str) -> str:
    """What is seen of Markdown without maths."""
    return source.replace("`", "")


def piece(source: str) -> str:
    """The longest part of a text without maths, squeezed: formulas are read differently by each browser."""
    return squeezed(plain(max(re.split(r"\$[^$]*\$", source), key=len)))


@dataclass(frozen=True)
class Question:
    """Options in the order of the file; ``right`` is a place among them."""

    number: int  # from 1
    source: DraftQuestion

    @property
    def right(self) -> int:
        return next(place for place, option in enumerate(self.source.options) if option.correct)

    @property
    def wrong(self) -> int:
        return next(place for place, option in enumerate(self.source.options) if not option.correct)

    def text(self, language: str) -> str:
        return plain(self.source.text[language])

    def options(self, language: str) -> list[str]:
        return [plain(option.text[language]) for option in self.source.options]

    def explanations(self, language: str) -> list[str]:
        """A piece of each: of the whole question, then of each option."""
        return [piece(self.source.explanation[language])] + [
            piece(option.explanation[language]) for option in self.source.options
        ]


def questions() -> list[Question]:
    draft = read_bytes(SAMPLE.read_bytes(), SAMPLE.name)
    return [Question(number, source) for number, source in enumerate(draft.questions, start=1)]
