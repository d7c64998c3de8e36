"""What the desk's scripts say, in the language of the request. Names of values stand in braces."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext


def _forms(number: int) -> dict[str, str]:
    return {
        "joined": ngettext("{count} joined", "{count} joined", number),
        "connected": ngettext("{count} connected", "{count} connected", number),
        "points": ngettext("{count} point", "{count} points", number),
        "closes_in": ngettext(
            "It closes by itself in {count} second.", "It closes by itself in {count} seconds.", number
        ),
        "removed": ngettext("{count} removed", "{count} removed", number),
        "away": ngettext("{count} away", "{count} away", number),
        "unasked": ngettext(
            "{count} question has not been asked. It counts for nobody.",
            "{count} questions have not been asked. They count for nobody.",
            number,
        ),
        "open_answers": ngettext(
            "A question is open, with {count} answer.", "A question is open, with {count} answers.", number
        ),
    }


def desk_words() -> dict[str, object]:
    """Key -> text, or -> its plural forms: one, other."""
    one, other = _forms(1), _forms(2)
    plural = {name: {"one": one[name], "other": other[name]} for name in one}
    return {**plural, **_phases(), **_actions(), **_people(), **_lesson(), **_line(), **_refusals()}


def _phases() -> dict[str, str]:
    return {
        "question": _("Question {number} of {total}"),
        "again": _("asked again"),
        "phase_open": _("Open"),
        "phase_closed": _("Closed"),
        "phase_distribution": _("Distribution shown"),
        "phase_key": _("Right answer shown"),
        "phase_explanation": _("Explanation shown"),
        "phase_paused": _("Paused"),
        "phase_withdrawn": _("Withdrawn"),
        "corrected": _("Corrected"),
        "lobby": _("Waiting for students"),
        "leaderboard": _("The best so far"),
        "ended": _("The lesson has ended"),
        "stored": _("{count} of {of} answers stored"),
        "foreseen": _("Explanation: only you see it yet"),
        "no_limit": _("No time limit"),
        "everyone": _("Everyone has answered."),
        "time_up": _("Time is up"),
        "option_right": _("Right answer"),
        "nobody": _("Nobody yet"),
        "place": _("Place {rank}"),
    }


def _actions() -> dict[str, str]:
    return {
        "do_open": _("Open question {number}"),
        "do_close": _("Close now"),
        "do_distribution": _("Show the distribution"),
        "do_key": _("Show the right answer"),
        "do_explanation": _("Show the explanation"),
        "do_once": _("Show the result"),
        "do_leaderboard": _("Show the best so far"),
        "do_end": _("End the lesson"),
        "skip": _("Skip question {number}"),
        "withdrawn_now": _("The question is withdrawn."),
        "removed_now": _("{name} is removed."),
        "key_now": _("The key is changed. Marks and ranks are new on every screen."),
        "undo": _("Undo"),
    }


def _people() -> dict[str, str]:
    return {
        "has_answered": _("answered"),
        "is_away": _("away"),
        "late": _("joined late"),
        "rank": _("place {rank}"),
        "remove": _("Remove"),
        "remove_name": _("Remove {name}"),
        "bring_back": _("Bring back"),
        "bring_back_name": _("Bring back {name}"),
        "claim": _("{name} asks to continue on another phone."),
        "move_seat": _("Move the seat"),
        "refuse_seat": _("Refuse"),
    }


def _lesson() -> dict[str, str]:
    return {
        "asked": _("asked"),
        "asked_times": _("asked {count} times"),
        "is_next": _("next"),
        "left_out": _("left out"),
        "on_screens": _("on the screens"),
        "show_result": _("Show"),
        "show_result_of": _("Show the result of question {number}"),
        "ask": _("Ask"),
        "ask_number": _("Ask question {number}"),
        "number": _("Question {number}"),
        "no_key": _("no right answer"),
        "same_key": _("That is the key already."),
        "accept": _("Accept too"),
        "mended_key": _("Question {number}: the key was changed"),
        "mended_accept": _("Question {number}: one more option was accepted"),
        "mended_withdraw": _("Question {number}: withdrawn"),
        "undone": _("undone"),
        "undo_of": _("Undo: {what}"),
        "withdraw_question": _("Withdraw question {number}"),
        "no_scoring": _("There are no points in this lesson."),
    }


def _line() -> dict[str, str]:
    return {
        "offline": _("Connection lost. The lesson goes on at the server. Trying again…"),
        "polling": _("Slow connection: screens follow every two seconds."),
        "back": _("Back."),
        "not_done": _("Not done: there is no connection."),
        "final_4500": _("This lesson no longer exists."),
        "final_4501": _("You are no longer signed in."),
        "sign_in": _("Sign in"),
    }


def _refusals() -> dict[str, str]:
    """By code of ``refused``."""
    return {
        "refused_stale": _("Nothing was changed: the timer, or another desk, was first."),
        "refused_already_accepted": _("That option is right already."),
        "refused_closed": _("The question is closed."),
        "refused_ended": _("The lesson has ended. Resume it first."),
        "refused_full": _("The server is busy. Please try again."),
        "refused_invalid": _("That does not go here."),
        "refused_malformed": _("This page and the server do not understand each other. Please reload the page."),
        "refused_unknown": _("This page and the server do not understand each other. Please reload the page."),
        "refused_no_limit": _("The open question has no time limit."),
        "refused_no_more": _("There is no further question."),
        "refused_no_round": _("Nothing has been asked yet."),
        "refused_no_such_claim": _("That request is no longer open."),
        "refused_no_such_correction": _("That correction is undone already."),
        "refused_no_such_player": _("That person is no longer in this lesson."),
        "refused_no_such_question": _("The quiz has no such question."),
        "refused_not_due": _("There is nothing to do."),
        "refused_not_ended": _("The lesson has not ended."),
        "refused_not_open": _("No question is open."),
        "refused_not_paused": _("The question is not paused."),
        "refused_not_revealed": _("First show the right answer."),
        "refused_nothing_to_reveal": _("There is nothing to show."),
        "refused_open_round": _("A question is still open. Close it first."),
        "refused_paused": _("The question is paused."),
        "refused_taken": _("Somebody else has that name now."),
        "refused_undo_newest_first": _("First undo the newer correction of the same question."),
        "refused_withdrawn": _("The question is withdrawn."),
    }
