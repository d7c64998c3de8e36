"""What is written is read back as the same quiz, whatever its texts look like."""
# ruff: noqa: E501 (a case reads best in one line)

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from quizzes import storing
from quizzes.formats import read_bytes, write
from quizzes.formats.draft import Draft, DraftOption, DraftQuestion

LINES = st.sampled_from([
    "Which is prime?", "1. first", "A) letter", "- bullet", "* star", "Answer: B", "उत्तर: ख", "Why: so", "[hi] नमस्ते", "---",
    "2019. was a year", "(a) 3 (b) 4 (c) 5", "```", "```python", "x = 1", "\\frac{1}{2}", "\\- escaped", "\\\\1. twice", "C++",
    "right *", "x (correct)", "Time: 45", "Answers:", "प्रश्न 2:", "$x^2$", "5 +", "Explanation: no", "Title: x", "| a | b |",
    "    indented", "Languages: en",
])  # fmt: skip
TEXTS = st.lists(LINES, min_size=1, max_size=4).map("\n".join).map(str.strip)
PARAGRAPHS = st.lists(TEXTS, min_size=1, max_size=2).map("\n\n".join)
MAYBE = st.one_of(st.just(""), PARAGRAPHS)


def strings(texts, hindi=MAYBE):
    return st.builds(lambda en, hi: {"en": en, **({"hi": hi} if hi else {})}, texts, hindi)


OPTIONS = st.builds(DraftOption, text=strings(TEXTS), correct=st.booleans(),
                    explanation=st.one_of(st.just({}), strings(PARAGRAPHS)))  # fmt: skip
QUESTIONS = st.builds(
    DraftQuestion, text=strings(PARAGRAPHS), options=st.lists(OPTIONS, min_size=2, max_size=4),
    kind=st.just("multiple"), explanation=st.one_of(st.just({}), strings(PARAGRAPHS)),
    time_limit=st.sampled_from([None, 30, 45]), points=st.integers(0, 5),
)  # fmt: skip
DRAFTS = st.builds(
    Draft, format=st.just("plain"), title=strings(st.just("Numbers"), st.sampled_from(["", "1. संख्याएँ"])), description=strings(PARAGRAPHS),
    languages=st.just(["en", "hi"]), questions=st.lists(QUESTIONS, min_size=1, max_size=3),
)  # fmt: skip


def bare(draft):
    """Without what only the file knows."""
    return [
        replace(one, line=0, options=[replace(option, line=0) for option in one.options]) for one in draft.questions
    ]


@settings(max_examples=150, deadline=None)
@given(DRAFTS)
def test_any_quiz_comes_back(draft):
    again = read_bytes(write("plain", draft).encode())
    assert bare(again) == bare(draft)
    assert (again.title, again.description, again.languages) == (draft.title, draft.description, draft.languages)


def test_the_sample_comes_back():
    sample = read_bytes(storing.SAMPLE.read_bytes())
    again = read_bytes(write("plain", sample).encode())
    assert bare(again) == bare(sample) and again.title == sample.title and again.description == sample.description


@settings(max_examples=150, deadline=None)
@given(st.lists(st.one_of(LINES, st.text(max_size=30)), max_size=30).map("\n".join))
def test_any_text_is_read_without_an_error(text):
    draft = read_bytes(text.encode("utf-8", "replace"))
    assert len(draft.lines) <= text.count("\n") * 8 + 40
