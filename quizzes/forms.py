"""Forms of the desk: a quiz, and one question with its options in every language of the quiz."""

from django import forms
from django.core import signing
from django.core.exceptions import ValidationError
from django.utils.translation import gettext, override
from django.utils.translation import gettext_lazy as _

from . import languages, pictures
from .kinds import KINDS
from .models import Quiz
from .sheets import OptionSheet, Sheet, Strings, relabel

FEWEST_OPTIONS, MOST_OPTIONS, NEW_ROWS = 2, 10, 4
KIND_NAMES = {"single": _("One right answer"), "multiple": _("Several right answers"), "truefalse": _("True or false")}
FAULTS = {
    "no_key": _("Mark the right answer."),
    "several_keys": _("Only one of the two can be right."),
    "not_true_false": _("A true-or-false question has exactly two options."),
}


class QuizForm(forms.Form):
    """Title and description in the first and the second language; the languages themselves can change."""

    language_1 = forms.ChoiceField(label=_("Main language"))
    language_2 = forms.ChoiceField(label=_("Second language"), required=False)
    title_1 = forms.CharField(label=_("Title"), max_length=200)
    title_2 = forms.CharField(label=_("Title in the second language"), max_length=200, required=False)
    description_1 = forms.CharField(label=_("Description"), max_length=2000, required=False)
    description_2 = forms.CharField(label=_("Description in the second language"), max_length=2000, required=False)
    shuffle_options = forms.BooleanField(
        label=_("Shuffle the options"),
        help_text=_("Once for each session, the same on all screens. True or false stays as it is."),
        required=False,
    )

    def __init__(self, data=None, *, quiz: Quiz):
        self.quiz, self.slots = quiz, [*quiz.languages, "", ""][:2]
        initial = {"shuffle_options": quiz.shuffle_options}
        for number, code in enumerate(self.slots, 1):
            initial[f"language_{number}"] = code
            initial[f"title_{number}"] = quiz.title.get(code, "")
            initial[f"description_{number}"] = quiz.description.get(code, "")
        super().__init__(data, initial=initial)
        known = languages.choices(*quiz.languages)
        self.fields["language_1"].choices = known
        self.fields["language_2"].choices = [("", _("none")), *known]
        for number in (1, 2):
            self.fields[f"title_{number}"].widget.attrs["dir"] = "auto"
            self.fields[f"description_{number}"].widget = forms.Textarea({"rows": 2, "dir": "auto"})

    def clean(self):
        values = super().clean()
        if values.get("language_1") and values.get("language_1") == values.get("language_2"):
            self.add_error("language_2", _("Choose another language than the main one, or none."))
        return values

    def save(self) -> Quiz:
        quiz, old = self.quiz, self.slots
        new = [self.cleaned_data["language_1"], self.cleaned_data["language_2"]]
        title, description = self._slot_texts("title", quiz.title), self._slot_texts("description", quiz.description)
        # The main language first; texts in a language that was dropped wait, should it come back.
        quiz.title, quiz.description = (
            title | _rest(quiz.title, title),
            description | _rest(quiz.description, description),
        )
        quiz.languages = [code for code in new if code]
        quiz.shuffle_options = self.cleaned_data["shuffle_options"]
        quiz.save()  # a new one needs its key before its questions can be relabelled
        for before, after in zip(old, new, strict=True):
            if before and after and before not in new and after not in old:
                quiz.title.pop(before, None)
                quiz.description.pop(before, None)
                quiz.save()
                relabel(quiz, before, after)
        return quiz

    def _slot_texts(self, field: str, kept: Strings) -> Strings:
        """Texts by language. A text that nobody touched does not follow its slot into another language."""
        texts = {}
        for number, before in enumerate(self.slots, 1):
            code, name = self.cleaned_data[f"language_{number}"], f"{field}_{number}"
            untouched = name not in self.changed_data and code != before and kept.get(code)
            if code:
                texts[code] = kept[code] if untouched else self.cleaned_data[name]
        return texts


def _rest(kept: Strings, new: Strings) -> Strings:
    return {code: text for code, text in kept.items() if code not in new}


class QuestionForm(forms.Form):
    """One question. Fields in several languages are named ``text_en``, options ``option_0_text_en`` and so on."""

    kind = forms.ChoiceField(label=_("Kind"), choices=lambda: [(name, KIND_NAMES.get(name, name)) for name in KINDS])
    time_limit = forms.IntegerField(
        label=_("Time limit, in seconds"), min_value=5, max_value=3600, required=False, help_text=_("Empty: no limit.")
    )
    points = forms.IntegerField(label=_("Points"), min_value=0, max_value=1000)
    image = forms.FileField(label=_("Picture"), required=False, help_text=_("PNG, JPEG, WebP or GIF, at most 2 MB."))
    image_kept = forms.CharField(required=False, widget=forms.HiddenInput)
    image_remove = forms.BooleanField(label=_("Remove the picture"), required=False)

    def __init__(self, data=None, files=None, *, quiz: Quiz, rows: int = NEW_ROWS, initial=None):
        super().__init__(data, files, initial=initial)
        self.quiz = quiz
        self.rows = min(max(rows, FEWEST_OPTIONS), MOST_OPTIONS)
        self.fields["image"].widget.attrs["accept"] = "image/png,image/jpeg,image/webp,image/gif"
        for code in quiz.languages:
            self._add_text(f"text_{code}", code, _("Question"), 2000, 3)
            self._add_text(f"explanation_{code}", code, _("Explanation"), 4000, 3)
            self._add_text(f"image_alt_{code}", code, _("What the picture shows"), 500, 2)
        for at in range(self.rows):
            self.fields[f"option_{at}_correct"] = forms.BooleanField(label=_("Right"), required=False)
            for code in quiz.languages:
                self._add_text(f"option_{at}_text_{code}", code, _("Option"), 500, 1)
                self._add_text(f"option_{at}_explanation_{code}", code, _("Why, or why not"), 1000, 1)

    def _add_text(self, name: str, code: str, label, longest: int, rows: int) -> None:
        widget = forms.Textarea({"rows": rows, "lang": code, "dir": "auto"})
        self.fields[name] = forms.CharField(label=label, max_length=longest, required=False, widget=widget)

    # What the templates walk through.

    def language_fields(self):
        """For each language: its code, its name, and the fields of the question in it."""
        for code in self.quiz.languages:
            parts = {part: self[f"{part}_{code}"] for part in ("text", "explanation", "image_alt")}
            yield {"code": code, "name": languages.name(code), **parts}

    def option_fields(self):
        for at in range(self.rows):
            texts = [
                {
                    "code": code,
                    "name": languages.name(code),
                    "text": self[f"option_{at}_text_{code}"],
                    "explanation": self[f"option_{at}_explanation_{code}"],
                }
                for code in self.quiz.languages
            ]
            letter = "ABCDEFGHIJ"[at]
            yield {
                "letter": letter,
                "key": letter.lower(),
                "correct": self[f"option_{at}_correct"],
                "texts": texts,
            }

    # From what was typed to a sheet, checked or not.

    def typed(self) -> dict[str, str]:
        """Everything that was typed, for a form that shows it again without complaining."""
        return {name: value for name, value in self.data.items() if name in self.fields}

    def keep_upload(self) -> None:
        """Store an uploaded picture at once, so that a mistake elsewhere in the form does not lose it."""
        upload = self.files.get("image")
        if not upload:
            return
        self.data = self.data.copy()
        self.data.pop("image_remove", None)  # a new picture was chosen after all
        self.data["image_kept"] = signing.dumps(pictures.store(upload), salt="picture")

    def picture(self) -> str:
        values = self.data if self.is_bound else self.initial
        if values.get("image_remove"):
            return ""
        try:
            return signing.loads(values.get("image_kept", ""), salt="picture")
        except signing.BadSignature:
            return ""

    def sheet(self) -> Sheet:
        """As it stands now: for the preview from what was typed, after ``is_valid`` from what was checked."""
        values = getattr(self, "cleaned_data", None) or {name: self[name].value() for name in self.fields}
        kind, options = values.get("kind") or "single", []
        for at in range(self.rows):
            option = OptionSheet(
                text=self._strings(values, f"option_{at}_text"),
                explanation=self._strings(values, f"option_{at}_explanation"),
                correct=values.get(f"option_{at}_correct") in (True, "on"),
            )
            if option["text"] or option["explanation"] or option["correct"]:
                options.append(option)
        if kind == "truefalse" and not any(option["text"] for option in options):
            options = self._true_and_false(values)
        return Sheet(
            kind=kind,
            text=self._strings(values, "text"),
            explanation=self._strings(values, "explanation"),
            image=self.picture(),
            image_alt=self._strings(values, "image_alt"),
            time_limit=values.get("time_limit") or None,
            points=values.get("points") or 0,
            options=options,
        )

    def _strings(self, values, name: str) -> Strings:
        texts = {code: str(values.get(f"{name}_{code}") or "").strip() for code in self.quiz.languages}
        return {code: text.replace("\r\n", "\n") for code, text in texts.items() if text}

    def _true_and_false(self, values) -> list[OptionSheet]:
        """The two options, written for the teacher in each language of the quiz."""
        both: tuple[Strings, Strings] = ({}, {})
        for code in self.quiz.languages:
            with override(code):
                both[0][code], both[1][code] = gettext("True"), gettext("False")
        return [
            OptionSheet(
                text=text,
                explanation=self._strings(values, f"option_{at}_explanation"),
                correct=values.get(f"option_{at}_correct") in (True, "on"),
            )
            for at, text in enumerate(both)
        ]

    def clean(self):
        values = super().clean()
        try:
            self.keep_upload()
        except ValidationError as error:
            self.add_error("image", error)
        sheet, first = self.sheet(), self.quiz.languages[0]
        if not sheet["text"] and f"text_{first}" not in self.errors:
            self.add_error(f"text_{first}", _("Write the question."))
        if sheet["image"] and not sheet["image_alt"]:
            message = _("Say what the picture shows, for those who cannot see it.")
            self.add_error(f"image_alt_{first}", message)
        self._check_options(sheet)
        return values

    def _check_options(self, sheet: Sheet) -> None:
        options = sheet["options"]
        if any(not option["text"] for option in options):
            self.add_error(None, _("An option is marked right or explained, but has no text."))
        elif len(options) < FEWEST_OPTIONS:
            self.add_error(None, _("Write at least two options."))
        elif kind := KINDS.get(sheet["kind"]):
            right = [at for at, option in enumerate(options) if option["correct"]]
            if fault := kind.key_fault(right, len(options)):
                self.add_error(None, FAULTS.get(fault, fault))


def initial_of(sheet: Sheet) -> dict[str, object]:
    """The initial values of a ``QuestionForm`` for a question that exists."""
    initial: dict[str, object] = {name: sheet[name] for name in ("kind", "time_limit", "points")}
    if sheet["image"]:
        initial["image_kept"] = signing.dumps(sheet["image"], salt="picture")
    for part in ("text", "explanation", "image_alt"):
        initial |= {f"{part}_{code}": text for code, text in sheet[part].items()}
    for at, option in enumerate(sheet["options"]):
        initial[f"option_{at}_correct"] = option["correct"]
        for part in ("text", "explanation"):
            initial |= {f"option_{at}_{part}_{code}": text for code, text in option[part].items()}
    return initial
