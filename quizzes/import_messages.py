"""What an importer has to say, in the reader's language: issues as sentences, roles of lines as words."""

from django.utils.translation import gettext as _

from .formats.draft import Issue


def sentence(issue: Issue) -> str:
    return _sentences()[issue.code] % issue.values


def role_name(role: str) -> str:
    """What a line of the file was read as."""
    return _roles().get(role, role)


def _sentences() -> dict[str, str]:
    return {
        "too_large": _("The file is larger than %(most)d MB. Split it into several."),
        "not_text": _("This is not a text file. Save it as plain text and try again."),
        "encoding_guessed": _("The file does not say how its letters are encoded; it was read as %(encoding)s."),
        "no_questions": _("No numbered question was found. Begin each with its number, its options below it."),
        "too_many_questions": _("There are %(number)d questions; only the first %(most)d are read."),
        "too_many_lines": _("The file is longer than %(most)d lines; the rest is left out."),
        "missing_answer": _("No right answer is marked. Please say which it is."),
        "answer_unknown": _("The answer “%(answer)s” fits none of the options, or more than one."),
        "answer_astray": _("There is an answer to question %(number)d, but no such question."),
        "numbers_skip": _("After question %(before)d comes %(after)d. Is one missing?"),
        "number_twice": _("Two questions in a row have the number %(number)d."),
        "no_options": _("This question has no options. Add them after saving."),
        "one_option": _("This question has only one option. Is the text complete?"),
        "too_many_options": _(
            "This question has %(count)d options; only the first %(most)d are read. Did the next question lose its "
            "number?"
        ),
        "odd_option_count": _("This question has %(count)d options, most others have %(usual)d."),
        "line_ignored": _("This line belongs to no question and is left out: %(text)s"),
    }


def _roles() -> dict[str, str]:
    return {
        "title": _("title"),
        "description": _("description"),
        "question": _("question"),
        "option": _("option"),
        "answer": _("answer"),
        "answers": _("list of answers"),
        "explanation": _("explanation"),
        "why": _("explanation of the option"),
        "setting": _("setting"),
        "separator": _("line between questions"),
        "blank": "",
        "ignored": _("left out"),
    }
