"""What the display's script says, in the language of the request. Names of values stand in braces."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext


def _forms(number: int) -> dict[str, str]:
    return {
        "joined": ngettext("{count} has joined", "{count} have joined", number),
        "answered": ngettext("{count} answer", "{count} answers", number),
        "points": ngettext("{count} point", "{count} points", number),
        "more": ngettext("+{count} more", "+{count} more", number),
    }


def display_words() -> dict[str, object]:
    """Key -> text, or -> its plural forms: one, other."""
    one, other = _forms(1), _forms(2)
    plural = {name: {"one": one[name], "other": other[name]} for name in one}
    return {**plural, **_phases(), **_line()}


def _phases() -> dict[str, str]:
    return {
        "question": _("Question {number} of {total}"),
        "again": _("asked again"),
        "lobby_empty": _("Scan the code, or type the address."),
        "locked": _("Nobody new can join now."),
        "paused": _("Paused"),
        "closing": _("Everyone has answered"),
        "time_up": _("Time is up"),
        "answered_of": _("{count} of {joined} answered"),
        "closed": _("Answers are closed"),
        "distribution": _("How the class answered"),
        "key": _("The right answer"),
        "explanation": _("The right answer and why"),
        "leaderboard": _("The best so far"),
        "withdrawn": _("This question was withdrawn. It counts for nobody."),
        "corrected": _("corrected"),
        "option_right": _("Right answer"),
        "place": _("Place {rank}"),
        "page": _("Page {page} of {pages}"),
        "ended": _("Thank you!"),
        "ended_more": _("The lesson has ended. Your phone keeps the questions and how you did."),
    }


def _line() -> dict[str, str]:
    return {
        "offline": _("Connection lost. Trying again…"),
        "back": _("Back."),
        "final": _("This lesson no longer exists."),
    }
