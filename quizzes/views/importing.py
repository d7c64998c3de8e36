"""A quiz from plain text: paste or upload, see what was understood, say what is right, save. And back to text.

Nothing is kept on the server between the steps: the page carries the file along, and it is read again on saving.
"""

import base64
import binascii

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.text import slugify
from django.utils.translation import gettext
from django.views.decorators.http import require_GET, require_POST

from .. import formats, languages, storing
from ..drawing import LETTERS
from ..formats.draft import Draft, DraftQuestion
from ..frozen import language_of
from ..import_messages import role_name, sentence
from ..markup import plain, render_inline
from ..markup import render as render_markup
from .quizzes import own_quiz

LARGEST = 1024 * 1024  # bytes; a lesson's questions are some ten thousand


def paste(request):
    if request.method != "POST":
        return render(request, "quizzes/import.html", {"text": ""})
    text, upload = request.POST.get("text", ""), request.FILES.get("file")
    data, name = (upload.read(LARGEST + 1), upload.name) if upload else (text.encode(), "")
    error = ""
    if not data.strip():
        error = gettext("Paste some questions or choose a file.")
    elif len(data) > LARGEST:
        error = gettext("This is too large: at most 1 MB can be read at once.")
    if error:
        return render(request, "quizzes/import.html", {"text": text, "error": error})
    draft = formats.read_bytes(data, name)
    if not draft.questions:
        issues = _issues(draft)
        serious = [one for one in issues if one["severity"] == "error"]
        context = {"text": text, "error": serious[0]["sentence"], "issues": [x for x in issues if x != serious[0]]}
        return render(request, "quizzes/import.html", context)
    return _preview(request, draft, data, name)


@require_POST
def save(request):
    name = request.POST.get("name", "")
    try:
        data = base64.b64decode(request.POST.get("data", ""), validate=True)[:LARGEST]
        draft = formats.read_bytes(data, name)
    except binascii.Error:
        return redirect("quiz_import")
    if not draft.questions:
        return redirect("quiz_import")
    _apply_title(request, draft)
    asked = [at for at, question in enumerate(draft.questions) if question.missing_answer]
    for at in asked:
        _apply_answer(request.POST.getlist(f"answer_{at}"), draft.questions[at])
    if any(question.missing_answer for question in draft.questions) and not request.POST.get("later"):
        return _preview(request, draft, data, name, asked)
    quiz = storing.save_draft(draft, request.user)
    messages.success(request, gettext("Saved: the quiz is here to look at."))
    return redirect("quiz", quiz.pk)


def _apply_title(request, draft: Draft) -> None:
    title, language = request.POST.get("title", "").replace("\x00", "").strip()[:200], request.POST.get("language", "")
    if len(draft.languages) == 1 and language in languages.NAMES and language != draft.languages[0]:
        _relabel(draft, draft.languages[0], language)
    if title:
        draft.title[draft.languages[0] if draft.languages else "en"] = title


def _relabel(draft: Draft, old: str, new: str) -> None:
    """The teacher knows better which language it is."""
    draft.languages = [new]
    strings = [draft.title, draft.description]
    for question in draft.questions:
        strings += [question.text, question.explanation]
        for option in question.options:
            strings += [option.text, option.explanation]
    for texts in strings:
        if old in texts:
            texts[new] = texts.pop(old)


def _apply_answer(chosen: list[str], question: DraftQuestion) -> None:
    for number in chosen:
        if number.isascii() and number.isdigit() and int(number) < len(question.options):
            question.options[int(number)].correct = True


def _preview(request, draft: Draft, data: bytes, name: str, asked: list[int] | None = None):
    """``asked``: the questions whose answers were asked for before, some of them in vain."""
    asks = asked or [at for at, question in enumerate(draft.questions) if question.missing_answer]
    main = draft.languages[0] if draft.languages else "en"
    questions = [_shown(at, question, draft.languages, at in asks) for at, question in enumerate(draft.questions)]
    first = questions[0]["plain"] if questions else ""
    context = {
        "draft": draft,
        "issues": _issues(draft),
        "lines": [(one, role_name(one.role)) for one in draft.lines],
        "questions": questions,
        "missing": sum(question.missing_answer for question in draft.questions),
        "asked": bool(asked),
        "title": draft.title.get(main) or name.rpartition(".")[0] or first[:80],
        "main": main,
        "languages": languages.choices(main),
        "data": base64.b64encode(data).decode(),
        "name": name,
    }
    return render(request, "quizzes/import_preview.html", context)


def _issues(draft: Draft) -> list[dict]:
    return [{"line": one.line, "severity": one.severity, "sentence": sentence(one)} for one in draft.issues]


def _shown(number: int, question: DraftQuestion, codes: list[str], asks: bool) -> dict:
    def texts(strings, draw):
        there = [code for code in codes or strings if strings.get(code)]
        return [{"lang": language_of(strings[code], code), "html": draw(strings[code])} for code in there]

    return {
        "number": number,
        "row": question,
        "asks": asks,  # answers that are marked in the file are not asked for
        "plain": plain(next(iter(question.text.values()), "")),
        "text": texts(question.text, render_markup),
        "explanation": texts(question.explanation, render_markup),
        "several": question.kind == "multiple",
        "options": [
            {
                "number": at,
                "letter": LETTERS[at] if at < len(LETTERS) else str(at + 1),
                "key": LETTERS[at % len(LETTERS)].lower(),
                "correct": option.correct,
                "text": texts(option.text, render_inline),
                "explanation": texts(option.explanation, render_inline),
            }
            for at, option in enumerate(question.options)
        ],
    }


@require_GET
def export(request, pk):
    """The quiz as a plain text file that this site, or any editor, reads again."""
    quiz = own_quiz(request, pk)
    written = formats.write("plain", storing.draft_of(quiz))
    name = slugify(str(quiz), allow_unicode=False) or f"quiz-{quiz.pk}"
    response = HttpResponse(written, content_type="text/plain; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{name}.txt"'
    return response
