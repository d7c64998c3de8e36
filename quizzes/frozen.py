"""A quiz as plain, immutable data: what a session is played from, and what practice shows.

PURE. A session keeps the JSON of a ``FrozenQuiz``, so that later edits of the quiz never change a result.
Every text is a mapping from a language of the quiz to a ``Text``; a text may be missing in a language.
"""

from collections.abc import Mapping, Sequence

import msgspec

# Script of the letters -> language to announce when a text is not in the script of its language slot.
# Teachers mix: a Hindi quiz may hold an English question, and a screen reader must be told.
_SCRIPTS: tuple[tuple[str, int, int], ...] = (
    ("hi", 0x0900, 0x097F),
    ("bn", 0x0980, 0x09FF),
    ("pa", 0x0A00, 0x0A7F),
    ("gu", 0x0A80, 0x0AFF),
    ("or", 0x0B00, 0x0B7F),
    ("ta", 0x0B80, 0x0BFF),
    ("te", 0x0C00, 0x0C7F),
    ("kn", 0x0C80, 0x0CFF),
    ("ml", 0x0D00, 0x0D7F),
    ("ar", 0x0600, 0x06FF),
    ("he", 0x0590, 0x05FF),
    ("ru", 0x0400, 0x04FF),
    ("el", 0x0370, 0x03FF),
    ("th", 0x0E00, 0x0E7F),
    ("ja", 0x3040, 0x30FF),
    ("ko", 0xAC00, 0xD7AF),
    ("zh", 0x4E00, 0x9FFF),
    ("en", 0x0041, 0x007A),
)
# Languages that share a script with the one named above; a text in them is left as it is declared.
_SHARED_SCRIPT = {
    "hi": {"hi", "mr", "ne", "sa"},
    "ar": {"ar", "fa", "ur", "ps"},
    "ru": {"ru", "uk", "bg", "sr", "mk", "be", "kk"},
    "zh": {"zh", "ja", "ko"},
    "ja": {"ja"},
}
_OWN_SCRIPT = {language for language, _, _ in _SCRIPTS if language != "en"}.union(*_SHARED_SCRIPT.values())


class Text(msgspec.Struct, frozen=True):
    """One string in one language. ``lang`` is the language it is really in (BCP 47)."""

    lang: str
    html: str  # safe, rendered by quizzes.markup
    source: str  # as the teacher wrote it: Markdown


Texts = dict[str, Text]  # language slot of the quiz -> text


class Image(msgspec.Struct, frozen=True):
    src: str
    alt: Texts


class FrozenOption(msgspec.Struct, frozen=True):
    text: Texts
    explanation: Texts = {}
    source: int = 0  # position in the quiz as written, before shuffling


class FrozenQuestion(msgspec.Struct, frozen=True):
    """One question. ``accepted`` holds every response that gets full marks.

    Each response is a tuple of option positions in this frozen order, ascending: ``((1,),)`` for a single
    choice, ``((0, 2),)`` for a multiple choice whose options 0 and 2 must both be ticked. Accepting one more
    option in class adds one more response.
    """

    kind: str
    text: Texts
    options: tuple[FrozenOption, ...]
    accepted: tuple[tuple[int, ...], ...]
    explanation: Texts = {}
    image: Image | None = None
    time_limit: int | None = 30  # seconds; None: no limit
    points: int = 1
    source: int = 0  # primary key of the Question row, 0 when there is none


class FrozenQuiz(msgspec.Struct, frozen=True):
    title: Texts
    languages: tuple[str, ...]
    questions: tuple[FrozenQuestion, ...]
    description: Texts = {}


def decode(data: bytes | str) -> FrozenQuiz:
    return msgspec.json.decode(data, type=FrozenQuiz)


class Titled(msgspec.Struct, frozen=True):
    """Of a ``FrozenQuiz`` only what a list shows."""

    title: Texts = {}
    languages: tuple[str, ...] = ()


def decode_title(data: bytes | str) -> Titled:
    return msgspec.json.decode(data, type=Titled)


def encode(quiz: FrozenQuiz) -> str:
    return msgspec.json.encode(quiz).decode()


def pick(texts: Mapping[str, Text], wanted: str, languages: Sequence[str] = ()) -> Text | None:
    """The text in the wanted language, else in the quiz's first language that has it, else any."""
    for language in (wanted, *languages):
        if language in texts:
            return texts[language]
    return next(iter(texts.values()), None)


def language_of(source: str, declared: str) -> str:
    """The language to announce for a text: the declared one, unless its letters are of another script."""
    counts: dict[str, int] = {}
    for character in source:
        if not character.isalpha() and not 0x0900 <= ord(character) <= 0x0D7F:
            continue
        for language, first, last in _SCRIPTS:
            if first <= ord(character) <= last:
                counts[language] = counts.get(language, 0) + 1
                break
    if not counts:
        return declared
    # Latin letters are in every technical text; another script wins as soon as it has a fifth of the letters.
    total = sum(counts.values())
    others = {language: n for language, n in counts.items() if language != "en" and n * 5 >= total}
    most = others or counts
    found = max(most, key=lambda language: most[language])
    base = declared.split("-")[0]
    if found == "en":
        return "en" if base in _OWN_SCRIPT else declared
    return declared if base in _SHARED_SCRIPT.get(found, {found}) else found
