"""From what the reader found to a draft: marks and answers settled, languages named, oddities said. PURE."""

from bisect import bisect_left
from collections import Counter

from ...frozen import language_of
from .. import keywords as words
from ..draft import Draft, DraftOption, DraftQuestion, Issue, Strings
from .answers import resolve
from .found import MAIN, Found, FoundOption, FoundQuestion

MOST_OPTIONS = 10
_USUAL = 0.7  # share of the questions that makes a number of options the usual one
_TRUTHS = {"hi": ("सही", "गलत"), "zh": ("正确", "错误"), "ru": ("верно", "неверно"), "ar": ("صح", "خطأ")}


def settle(found: Found) -> Draft:
    draft = Draft("plain", title=found.title, description=found.description, issues=found.issues, lines=found.lines)
    _remarks(found)
    main = _name_languages(found, draft)
    _instructions(found)
    _give_keys(found)
    starred = _stars_mark(found.questions)
    for question in found.questions:
        _mixed_lists(question)
        draft.questions.append(_question(question, starred, main, draft.issues))
    _counts(found, draft)
    draft.issues.sort(key=lambda one: one.line)
    return draft


def _name_languages(found: Found, draft: Draft) -> str:
    """Every string of the main language gets its code. Returns that code."""
    strings: list[Strings] = [found.title, found.description]
    for question in found.questions:
        strings += [question.text, question.explanation]
        for option in question.options:
            strings += [option.text, option.why]
    declared = found.languages or found.used
    said = " ".join(one[MAIN] for one in strings if MAIN in one)
    main = found.languages[0] if found.languages else language_of(said, "en")
    for one in strings:
        if MAIN in one:
            text = one.pop(MAIN).strip()
            others = dict(one)
            one.clear()
            one.update({main: text, **others} if text else others)
    draft.languages = list(dict.fromkeys([main, *declared, *found.used]))
    return main


def _remarks(found: Found) -> None:
    """A paragraph without number, options and answer is no question."""
    for one in found.questions:
        if one.number is None and not one.options and not one.answers:
            values: dict[str, int | str] = {"text": next(iter(one.text.values()), "")[:80]}
            found.issues.append(Issue(one.line, "notice", "line_ignored", values))
            found.lines[one.line - 1].role = "ignored"
    found.questions = [one for one in found.questions if one.number is not None or one.options or one.answers]


def _instructions(found: Found) -> None:
    """Numbered remarks before the first question: their numbers start again at 1, and none has options or an answer."""
    first = next((at for at, one in enumerate(found.questions) if one.options or one.answers), 0)
    if not first or found.questions[first].number != 1:
        return
    for one in found.questions[:first]:
        for language, text in one.text.items():
            lines = (found.description.get(language, ""), f"{one.number}. {text}")
            found.description[language] = "\n".join(line for line in lines if line)
    for line in found.lines[found.questions[0].line - 1 : found.questions[first].line - 1]:
        line.role = "description" if line.role == "question" else line.role
    del found.questions[:first]


def _give_keys(found: Found) -> None:
    """The list at the end: each answer to the next question of its number, since parts may count from 1 again."""
    places: dict[int | None, list[int]] = {}
    for place, one in enumerate(found.questions):
        places.setdefault(one.number, []).append(place)
    at = 0
    for number, answer, line in found.keys:
        same = places.get(number)
        if not same:
            found.issues.append(Issue(line, "warning", "answer_astray", {"number": number, "answer": answer}))
            continue
        place = same[bisect_left(same, at) % len(same)]
        found.questions[place].answers.append((answer, line))
        at = place + 1


def _stars_mark(questions: list[FoundQuestion]) -> bool:
    """A "*" marks the right option where it sets one apart; before every option it is a bullet."""
    return any(len({option.star for option in question.options}) > 1 for question in questions)


def _mixed_lists(question: FoundQuestion) -> None:
    """Numbers or bullets and then letters: the letters are the options, what came before belongs to the question."""
    letters = [one for one in question.options if one.kind == "letter"]
    first = question.options.index(letters[0]) if letters else 0
    if len(letters) < 2 or not first or any(one.kind == "letter" for one in question.options[:first]):
        return
    for option in question.options[:first]:
        for language, text in option.text.items():
            mark = f"{option.label}." if option.kind == "number" else "-"
            question.text[language] = f"{question.text.get(language, '')}\n{mark} {text}".strip()
    del question.options[:first]


def _question(found: FoundQuestion, starred: bool, main: str, issues: list[Issue]) -> DraftQuestion:
    for option in found.options:
        _settle_marks(option, starred)
    kind = found.kind
    if not found.options and len(found.answers) == 1 and (truth := words.truth_of(found.answers[0][0])) is not None:
        language = language_of(next(iter(found.text.values()), ""), main)
        pair = _TRUTHS.get(language, ("True", "False"))
        found.options = [FoundOption("bullet", "", found.line, 0, {main: text}) for text in pair]
        found.options[0 if truth else 1].right, kind = True, "truefalse"
    else:
        _settle_answers(found, issues)
    right = sum(option.right for option in found.options)
    if not kind:
        kind = "multiple" if right > 1 else "truefalse" if _is_truth_pair(found.options) else "single"
    options = [DraftOption(one.text, one.right, one.why, one.line) for one in found.options]
    draft = DraftQuestion(found.text, options, kind, found.explanation, found.time_limit, found.points, found.line)
    _oddities(draft, issues)
    return draft


def _settle_marks(option: FoundOption, starred: bool) -> None:
    option.right = option.right or (option.star and starred)
    for language, text in option.text.items():
        option.text[language], marked = words.split_mark(text)
        option.right = option.right or marked


def _settle_answers(found: FoundQuestion, issues: list[Issue]) -> None:
    for value, line in found.answers:
        places = resolve(value, found.options) if found.options else None
        if places is None and value:
            issues.append(Issue(line, "warning", "answer_unknown", {"answer": value[:80]}))
        for place in places or []:
            found.options[place].right = True


def _is_truth_pair(options: list[FoundOption]) -> bool:
    if len(options) != 2:
        return False
    first, second = (next(iter(one.text.values()), "").casefold().strip(" .।。") for one in options)
    return (first, second) in words.PAIRS


def _oddities(draft: DraftQuestion, issues: list[Issue]) -> None:
    count, line = len(draft.options), draft.line
    if count > MOST_OPTIONS:
        issues.append(Issue(line, "error", "too_many_options", {"count": count, "most": MOST_OPTIONS}))
        del draft.options[MOST_OPTIONS:]
    if count == 0:
        issues.append(Issue(line, "warning", "no_options"))
    elif count == 1:
        issues.append(Issue(line, "warning", "one_option"))
    if draft.missing_answer:
        issues.append(Issue(line, "warning", "missing_answer"))


def _counts(found: Found, draft: Draft) -> None:
    """Numbers that skip, and questions that have another number of options than nearly all others."""
    before = None
    for one in found.questions:
        if one.number is None:
            continue
        if one.number == before:
            draft.issues.append(Issue(one.line, "warning", "number_twice", {"number": before}))
        elif before is not None and one.number not in (before + 1, 1):
            draft.issues.append(Issue(one.line, "warning", "numbers_skip", {"before": before, "after": one.number}))
        before = one.number
    counts = Counter(len(one.options) for one in draft.questions if one.kind != "truefalse")
    usual, times = counts.most_common(1)[0] if counts else (0, 0)
    if times < 3 or times < _USUAL * sum(counts.values()):
        return
    for question in draft.questions:
        count = len(question.options)
        if question.kind != "truefalse" and count not in (usual, 0, 1):
            values: dict[str, int | str] = {"count": count, "usual": usual}
            draft.issues.append(Issue(question.line, "notice", "odd_option_count", values))
