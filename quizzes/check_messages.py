"""Findings of the quiz check as sentences: what it is, and what to do."""

from django.conf.locale import LANG_INFO
from django.utils.translation import gettext as _

from .check import Finding


def sentence(finding: Finding) -> str:
    params = dict(finding.params)
    if "language" in params:
        code = str(params["language"])
        params["language"] = LANG_INFO.get(code, {}).get("name_local", code)
    return _sentences()[finding.code] % params


def _sentences() -> dict[str, str]:
    return {
        "no_questions": _("There are no questions yet. Add one, or paste a list."),
        "few_options": _("It has fewer than two options. Add the others."),
        "no_key": _("No option is marked right. Mark the right one."),
        "several_keys": _("More than one option is marked right. Unmark all but one."),
        "not_true_false": _("A true/false question has exactly two options, true first."),
        "long_question": _(
            "The question is long in %(language)s: %(length)d characters. On a phone the options slide out of sight; "
            "%(most)d or fewer is comfortable."
        ),
        "long_option": _(
            "Option %(letter)s is long in %(language)s: %(length)d characters. Try to say it in %(most)d."
        ),
        "long_display": _(
            "Question and options together have %(length)d characters in %(language)s; the display will show them "
            "in pages. Shorten them, or read them out."
        ),
        "missing_question": _("The question is missing in %(language)s; the other language is shown instead."),
        "missing_option": _("Option %(letter)s is missing in %(language)s; the other language is shown instead."),
        "missing_explanation": _("The explanation is missing in %(language)s; the other language is shown instead."),
        "missing_why": _("What is said of option %(letter)s is missing in %(language)s."),
        "same_options": _("Options %(first)s and %(second)s are the same. Change one of them."),
        "refers_to_order": _(
            "Option %(letter)s speaks of the other options, and the options are shuffled. Reword it, or switch "
            "shuffling off."
        ),
        "right_is_longest": _(
            "In %(longest)d of %(judged)d questions the right option is the longest, so it can be guessed. Make some "
            "wrong options as long and careful, or shorten the right ones."
        ),
        "same_letter": _(
            "The right option is %(letter)s in all %(count)d questions. Shuffle the options, or move some of them."
        ),
        "key_pattern": _("The right options form a pattern: %(letters)s. Shuffle the options, or move some of them."),
        "near_duplicate": _("It is nearly the same as question %(other)d."),
    }
