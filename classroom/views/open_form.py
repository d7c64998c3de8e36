"""The form in which a host opens a lesson on a quiz."""

from dataclasses import asdict

from django import forms
from django.utils.translation import gettext_lazy as _

from classroom.live.rules import Settings
from quizzes import languages
from quizzes.models import Quiz

SCORING = [
    ("correctness", _("Points for right answers")),
    ("speed", _("Points for right answers, more for quick ones")),
    ("none", _("No points")),
]
REVEAL = [
    ("steps", _("Step by step: distribution, right answer, explanation")),
    ("once", _("All at once")),
]


def display_languages(codes) -> list[tuple[str, object]]:
    """What the display may show of a quiz in these languages."""
    single = [(code, languages.name(code)) for code in codes]
    return [("both", _("Both languages")), *single] if len(single) > 1 else single


class OpenForm(forms.Form):
    scoring = forms.ChoiceField(label=_("Points"), choices=SCORING, widget=forms.RadioSelect)
    reveal = forms.ChoiceField(label=_("Showing the result"), choices=REVEAL, widget=forms.RadioSelect)
    display_language = forms.ChoiceField(label=_("Language on the display"))
    shuffle = forms.BooleanField(
        label=_("Shuffle the options"), required=False, help_text=_("Once for this lesson, the same on all screens.")
    )
    late_join = forms.BooleanField(label=_("Students may join after the first question"), required=False)
    leaderboard = forms.BooleanField(
        label=_("Show the best after each question"), required=False, help_text=_("Names are shown to the whole class.")
    )
    auto_close = forms.BooleanField(
        label=_("Close a question when everyone has answered"),
        required=False,
        help_text=_("After three seconds in which you can stop it."),
    )
    without_key = forms.BooleanField(
        label=_("Open it all the same"),
        help_text=_("Nobody gets points for these questions until you choose their right answer during the lesson."),
        error_messages={"required": _("Mark the right answers first, or tick this.")},
    )
    switches = ("shuffle", "late_join", "leaderboard", "auto_close")

    def __init__(self, data, *, quiz: Quiz):
        offered = display_languages(quiz.languages)
        usual = Settings(shuffle=quiz.shuffle_options, display_language=offered[0][0])
        super().__init__(data, initial=asdict(usual))
        self._about_keys = self.fields.pop("without_key")
        self.fields["display_language"].choices = offered
        if len(offered) == 1:
            self.fields["display_language"].widget = forms.HiddenInput()

    def ask_about_keys(self) -> None:
        """A question without a right answer is opened only by a host who knows it."""
        self.fields["without_key"] = self._about_keys

    def switch_fields(self):
        return [self[name] for name in self.switches]

    def settings(self) -> Settings:
        return Settings(**{name: value for name, value in self.cleaned_data.items() if name != "without_key"})
