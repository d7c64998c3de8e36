"""Read a quiz from a file: show what was understood, or save it."""

import json
import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from quizzes import formats, storing
from quizzes.formats.draft import Draft
from quizzes.import_messages import sentence


class Command(BaseCommand):
    help = "Read a quiz from a text file (- for standard input): show what was understood, and save it with --save."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file")
        parser.add_argument("--json", action="store_true", help="print what was understood as JSON")
        parser.add_argument("--dry-run", action="store_true", help="save nothing, whatever else is said")
        parser.add_argument("--save", metavar="USER", help="save it as a quiz of this account")

    def handle(self, *args: Any, **options: Any) -> None:
        draft = formats.read_bytes(_read(options["file"]), options["file"])
        self.stdout.write(_as_json(draft) if options["json"] else _as_text(draft))
        if not draft.questions:
            raise CommandError("No question was found, so there is nothing to save.")
        if options["save"] and not options["dry_run"]:
            quiz = storing.save_draft(draft, _account(options["save"]))
            missing = sum(one.missing_answer for one in draft.questions)
            self.stderr.write(f"Saved as quiz {quiz.pk}." + (f" {missing} right answers are missing." * bool(missing)))


def _read(name: str) -> bytes:
    if name == "-":
        return sys.stdin.buffer.read(formats.LARGEST + 1)
    try:
        with Path(name).open("rb") as file:
            return file.read(formats.LARGEST + 1)
    except OSError as error:
        raise CommandError(f"{name}: {error.strerror}") from None


def _account(name: str) -> Any:
    from django.contrib.auth import get_user_model

    user = get_user_model().objects.filter(username=name).first()
    if user is None:
        raise CommandError(f"There is no account named {name}.")
    return user


def _as_text(draft: Draft) -> str:
    lines = [f"{draft.format}, {draft.encoding}: {len(draft.questions)} questions"]
    for number, question in enumerate(draft.questions, 1):
        lines.append(f"{number}. [{question.kind}] {_first(question.text)}")
        lines += [f"   {'*' if option.correct else '-'} {_first(option.text)}" for option in question.options]
    lines += [f"line {issue.line}: {issue.severity}: {sentence(issue)}" for issue in draft.issues]
    return "\n".join(lines)


def _first(strings: dict[str, str]) -> str:
    return next(iter(strings.values()), "")


def _as_json(draft: Draft) -> str:
    """Each string in its first language."""
    questions = [
        {
            "kind": one.kind,
            "text": _first(one.text),
            "options": [{"text": _first(option.text), "correct": option.correct} for option in one.options],
            "explanation": _first(one.explanation),
            "missing_answer": one.missing_answer,
            "line": one.line,
        }
        for one in draft.questions
    ]
    issues = [
        {"line": one.line, "severity": one.severity, "code": one.code, "message": sentence(one)} for one in draft.issues
    ]
    whole = {"format": draft.format, "encoding": draft.encoding, "title": _first(draft.title)}
    whole |= {"languages": draft.languages, "questions": questions, "issues": issues}
    return json.dumps(whole, ensure_ascii=False, indent=2)
