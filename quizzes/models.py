"""What is written at the desk: quizzes, their questions and options.

Strings are Markdown sources by language, ``{"en": "...", "hi": "..."}``, in the languages of the quiz.
"""

from django.conf import settings
from django.db import models
from django.utils import timezone


class QuizQuerySet(models.QuerySet["Quiz"]):
    def of(self, owner):
        """The owner's quizzes that are not in the bin."""
        return self.filter(owner=owner, deleted_at=None)


class Quiz(models.Model):
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="quizzes")
    title = models.JSONField(default=dict)
    description = models.JSONField(default=dict, blank=True)
    languages = models.JSONField(default=list)  # one or two BCP 47 codes, the main one first
    shuffle_options = models.BooleanField(default=True)  # once per session, the same on all screens
    # A secret in the address of the practice page; empty: not shared.
    practice_key = models.CharField(max_length=32, blank=True, default="", db_index=True)
    created_at = models.DateTimeField(default=timezone.now)
    updated_at = models.DateTimeField(auto_now=True)
    deleted_at = models.DateTimeField(null=True, blank=True)  # in the bin: can be undone

    objects = QuizQuerySet.as_manager()

    class Meta:
        ordering = ["-updated_at", "-pk"]

    def __str__(self):
        return self.title_in("")[1]

    def title_in(self, language: str) -> tuple[str, str]:
        """(language, title): in that language if there is one, else in the main language, else in any."""
        for slot in (language, *self.languages, *self.title):
            if self.title.get(slot):
                return slot, self.title[slot]
        return "en", f"Quiz {self.pk}"

    def first_of(self, texts: dict[str, str]) -> str:
        """The text in the main language, else in any. PostgreSQL does not keep the order of the keys."""
        in_order = (texts.get(language, "") for language in self.languages)
        return next(filter(None, in_order), "") or next(iter(texts.values()), "")


class Question(models.Model):
    quiz = models.ForeignKey(Quiz, on_delete=models.CASCADE, related_name="questions")
    position = models.PositiveIntegerField()
    kind = models.CharField(max_length=20, default="single")  # a name in quizzes.kinds.KINDS
    text = models.JSONField(default=dict)
    explanation = models.JSONField(default=dict, blank=True)
    image = models.FileField(upload_to="images/", blank=True, max_length=200)  # named by content hash
    image_alt = models.JSONField(default=dict, blank=True)
    time_limit = models.PositiveIntegerField(null=True, blank=True, default=30)  # seconds; empty: no limit
    points = models.PositiveIntegerField(default=1)

    class Meta:
        ordering = ["position", "pk"]

    def __str__(self):
        return next(iter(self.text.values()), "")[:60]


class Option(models.Model):
    question = models.ForeignKey(Question, on_delete=models.CASCADE, related_name="options")
    position = models.PositiveIntegerField()
    text = models.JSONField(default=dict)
    explanation = models.JSONField(default=dict, blank=True)  # why it is right, or why not
    correct = models.BooleanField(default=False)

    class Meta:
        ordering = ["position", "pk"]

    def __str__(self):
        return next(iter(self.text.values()), "")[:60]
