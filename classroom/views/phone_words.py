"""What the phone's script says, in the language of the request. Names of values stand in braces."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext


def _forms(number: int) -> dict[str, str]:
    return {
        "points": ngettext("{count} point", "{count} points", number),
        "plus": ngettext("+{count} point", "+{count} points", number),
        "answered": ngettext("{count} answer", "{count} answers", number),
        "chosen_by": ngettext("{count} chose this", "{count} chose this", number),
        "left": ngettext("{count} second left", "{count} seconds left", number),
    }


def phone_words() -> dict[str, object]:
    """Key -> text, or -> its plural forms: one, other."""
    one, other = _forms(1), _forms(2)
    plural = {name: {"one": one[name], "other": other[name]} for name in one}
    return {**plural, **_phases(), **_answering(), **_results(), **_line(), **_refusals(), **_final()}


def _phases() -> dict[str, str]:
    return {
        "lobby": _("You’re in, {name}."),
        "lobby_more": _("The lesson starts soon. Questions will appear here."),
        "question": _("Question {number} of {total}"),
        "again": _("Asked again"),
        "paused_lead": _("Paused. The clock has stopped. You can answer when it goes on."),
        "going_on": _("It goes on."),
        "closing": _("Everyone has answered. The question closes in a moment."),
        "closed": _("Answers are closed"),
        "closed_more": _("Look at the screen in the room. The result comes next."),
        "distribution": _("How the class answered"),
        "key": _("The right answer"),
        "explanation": _("The right answer and why"),
        "leaderboard": _("The best so far"),
        "ended": _("The lesson has ended"),
        "ended_more": _("Below is what was asked and how you did. You can come back to this page."),
        "withdrawn": _("This question was withdrawn"),
        "withdrawn_lead": _("This question was withdrawn. It counts for nobody."),
        "not_presented": _("You joined after this question. It does not count for you."),
        "time_up": _("Time is up"),
        "short": _("10 seconds left"),
    }


def _answering() -> dict[str, str]:
    return {
        "choose_one": _("Tap one. You can change it while the question is open."),
        "choose_several": _("Tap all that are right. You can change them while the question is open."),
        "none": _("No answer yet"),
        "sending": _("Sending…"),
        "waiting": _("Not sent yet. It goes out as soon as the connection is back."),
        "received": _("Received"),
        "emptied": _("Nothing is ticked. Your last answer still counts: {answer}"),
    }


def _results() -> dict[str, str]:
    return {
        "your_answer": _("Your answer: {answer}"),
        "no_answer": _("You gave no answer"),
        "right": _("Right!"),
        "partly": _("Partly right"),
        "wrong": _("Not right"),
        "missed": _("You gave no answer"),
        "no_key": _("Nothing is marked right here. It counts for nobody."),
        "hidden": _("The answer was not shown"),
        "corrected": _("Corrected: the teacher has changed how this question counts. Marks and ranks are new."),
        "corrected_earlier": _("Corrected: an earlier question counts differently now. Your points are new."),
        "option_right": _("Right answer"),
        "option_yours": _("Your answer"),
        "option_yours_right": _("Your answer, right"),
        "option_yours_wrong": _("Your answer, not right"),
        "total": _("Your points: {points}"),
        "rank": _("You are number {rank} of {ranked}"),
        "place": _("Place {rank}"),
        "you": _("you"),
        "right_of": _("{right} of {count} right"),
        "nothing_asked": _("Nothing was asked in this lesson."),
    }


def _line() -> dict[str, str]:
    return {
        "offline": _("Connection lost. Trying again…"),
        "back": _("Back."),
    }


def _refusals() -> dict[str, str]:
    """By code of ``refused``; what other codes mean, the student cannot do anything about."""
    return {
        "refused_closed": _("Too late: the question was closed before your answer arrived. It does not count."),
        "refused_paused": _("Not counted: the question is paused. Answer again when it goes on."),
        "refused_withdrawn": _("Not counted: the question was withdrawn."),
        "refused_ended": _("Not counted: the lesson has ended."),
        "refused_removed": _("Not counted: you are no longer in this lesson."),
        "refused_seat_moved": _("Not counted: your seat is on another phone now."),
        "refused_other": _("Your answer could not be stored. Reload this page and answer again."),
        "refused_earlier": _("Your answer to question {number}: {reason}"),
    }


def _final() -> dict[str, str]:
    """By close code: what the last screen says."""
    return {
        "final_4500": _("This room is gone"),
        "final_4500_more": _("The lesson no longer exists. Ask your teacher for the new code."),
        "final_4501": _("You have no seat in this room"),
        "final_4501_more": _("Join again with your name."),
        "final_4502": _("You were taken out of this lesson"),
        "final_4502_more": _("Your teacher has removed this name. Ask, or join under your own name."),
        "final_4503": _("Your seat has moved"),
        "final_4503_more": _("You are in this lesson on another phone now. This one can be put away."),
    }
