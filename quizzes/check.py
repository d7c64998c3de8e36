"""What spoils a quiz, found before class. PURE: a frozen quiz in the order it was written, findings out.

A finding is a code with numbers and words; ``check_messages`` turns it into a sentence for the teacher.
"""

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field

from .frozen import FrozenQuestion, FrozenQuiz, Texts
from .kinds import KINDS

LONGEST_QUESTION = 300  # characters; more does not fit a phone together with its options
LONGEST_OPTION = 140
LONGEST_TOGETHER = 800  # question and options: more cannot be read on the display
FEWEST_FOR_A_PATTERN = 4  # questions
SHARE_LONGEST = 0.7  # of the questions: is the right option the longest one?
ALIKE = 0.75  # share of word pairs that two questions have in common
_ALL_OF_THEM = ("all of the above", "none of the above", "all of these", "both a and b", "उपरोक्त सभी",
                "इनमें से सभी", "इनमें से कोई नहीं", "उपर्युक्त सभी")  # fmt: skip


@dataclass(frozen=True)
class Finding:
    """``question``: position from 0, or None when it is about the whole quiz."""

    code: str
    question: int | None = None
    params: dict[str, str | int] = field(default_factory=dict)


def check(quiz: FrozenQuiz, shuffled: bool = False) -> list[Finding]:
    """Everything worth telling the teacher. ``shuffled``: the session will shuffle the options."""
    findings = [] if quiz.questions else [Finding("no_questions")]
    for position, question in enumerate(quiz.questions):
        findings += _check_question(quiz, position, question, shuffled)
    findings += _longest(quiz)
    if not shuffled:
        findings += _pattern(quiz)
    findings += _near_duplicates(quiz)
    return findings


def _check_question(quiz: FrozenQuiz, position: int, question: FrozenQuestion, shuffled: bool) -> Iterator[Finding]:
    right = sorted({option for response in question.accepted for option in response})
    if len(question.options) < 2:
        yield Finding("few_options", position)
    fault = KINDS[question.kind].key_fault(right, len(question.options))
    if fault:
        yield Finding(fault, position)
    yield from _lengths(quiz, position, question)
    yield from _missing(quiz, position, question)
    yield from _options(position, question, shuffled)


def _lengths(quiz: FrozenQuiz, position: int, question: FrozenQuestion) -> Iterator[Finding]:
    for language in quiz.languages:
        stem = _length(question.text, language)
        options = [_length(option.text, language) for option in question.options]
        if stem > LONGEST_QUESTION:
            yield Finding("long_question", position, {"language": language, "length": stem, "most": LONGEST_QUESTION})
        for place, length in enumerate(options):
            if length > LONGEST_OPTION:
                letter = chr(ord("A") + place)
                yield Finding(
                    "long_option", position,
                    {"language": language, "letter": letter, "length": length, "most": LONGEST_OPTION},
                )  # fmt: skip
        together = stem + sum(options)
        if together > LONGEST_TOGETHER:
            yield Finding("long_display", position, {"language": language, "length": together})


def _missing(quiz: FrozenQuiz, position: int, question: FrozenQuestion) -> Iterator[Finding]:
    """A string that another language has. Explanations may be missing in all of them."""
    for language in quiz.languages:
        if language not in question.text:
            yield Finding("missing_question", position, {"language": language})
        if question.explanation and language not in question.explanation:
            yield Finding("missing_explanation", position, {"language": language})
        for place, option in enumerate(question.options):
            letter = chr(ord("A") + place)
            if language not in option.text:
                yield Finding("missing_option", position, {"language": language, "letter": letter})
            if option.explanation and language not in option.explanation:
                yield Finding("missing_why", position, {"language": language, "letter": letter})


def _options(position: int, question: FrozenQuestion, shuffled: bool) -> Iterator[Finding]:
    seen: dict[str, int] = {}
    for place, option in enumerate(question.options):
        for text in option.text.values():
            plain = " ".join(text.source.casefold().split())
            if plain and seen.setdefault(plain, place) != place:
                letters = {"first": chr(ord("A") + seen[plain]), "second": chr(ord("A") + place)}
                yield Finding("same_options", position, dict(letters))
            if shuffled and KINDS[question.kind].shuffles and any(phrase in plain for phrase in _ALL_OF_THEM):
                yield Finding("refers_to_order", position, {"letter": chr(ord("A") + place)})


def _longest(quiz: FrozenQuiz) -> list[Finding]:
    """Where the right option is nearly always the longest, it can be guessed."""
    judged = longest = 0
    for question in quiz.questions:
        if len(question.accepted) != 1 or len(question.accepted[0]) != 1 or len(question.options) < 3:
            continue
        lengths = [max((len(text.source) for text in option.text.values()), default=0) for option in question.options]
        right = question.accepted[0][0]
        judged += 1
        longest += lengths[right] > max(length for place, length in enumerate(lengths) if place != right)
    if judged >= FEWEST_FOR_A_PATTERN and longest / judged > SHARE_LONGEST:
        return [Finding("right_is_longest", None, {"longest": longest, "judged": judged})]
    return []


def _pattern(quiz: FrozenQuiz) -> list[Finding]:
    """The same letter every time, or a cycle such as ABCDABCD."""
    single = [one for one in quiz.questions if len(one.accepted) == 1 and len(one.accepted[0]) == 1]
    key = [one.accepted[0][0] for one in single if KINDS[one.kind].shuffles]
    letters = "".join(chr(ord("A") + place) for place in key)
    if len(key) < FEWEST_FOR_A_PATTERN:
        return []
    if len(set(key)) == 1:
        return [Finding("same_letter", None, {"letter": letters[0], "count": len(key)})]
    # A cycle shows itself only once it comes round again.
    for period in range(2, len(key) // 2 + 1):
        if all(key[place] == key[place - period] for place in range(period, len(key))):
            return [Finding("key_pattern", None, {"letters": letters})]
    return []


def _near_duplicates(quiz: FrozenQuiz) -> list[Finding]:
    pairs = [(one, _shingles(question.text)) for one, question in enumerate(quiz.questions)]
    found = []
    for number, (second, words) in enumerate(pairs):
        for first, earlier in pairs[:number]:
            if words and earlier and len(words & earlier) / len(words | earlier) >= ALIKE:
                found.append(Finding("near_duplicate", second, {"other": first + 1}))
    return found


def _shingles(texts: Texts) -> set[tuple[str, ...]]:
    """Pairs of neighbouring words, in all languages. Marks of Indic scripts are part of their word."""
    found: set[tuple[str, ...]] = set()
    for text in texts.values():
        letters = (c if unicodedata.category(c)[0] in "LMN" else " " for c in text.source.casefold())
        words = "".join(letters).split()
        found |= {tuple(words[place : place + 2]) for place in range(max(len(words) - 1, 1))}
    return found - {()}


def _length(texts: Texts, language: str) -> int:
    """Letters as people count them: marks sit on a letter and take no room of their own."""
    text = texts.get(language)
    return sum(unicodedata.category(c)[0] != "M" for c in text.source) if text else 0
