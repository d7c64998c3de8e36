"""What happens in class: sessions, rounds, players and answers. These rows are the truth.

Times that the rules reckon with are whole milliseconds since 1970 (UTC), as in ``live.rules``.
"""

from django.conf import settings
from django.db import models
from django.utils import timezone

from quizzes.models import Quiz


class Session(models.Model):
    """One live lesson on a frozen copy of a quiz."""

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="sessions")
    quiz = models.ForeignKey(Quiz, null=True, on_delete=models.SET_NULL, related_name="sessions")
    frozen = models.TextField()  # JSON of quizzes.frozen.FrozenQuiz
    title = models.CharField(max_length=200, blank=True)  # for lists, in the main language
    code = models.CharField(max_length=8, db_index=True)  # unique among live sessions
    display_key = models.CharField(max_length=32, unique=True)  # the display's own address
    settings = models.JSONField(default=dict)  # live.rules.Settings
    state = models.JSONField(default=dict)  # what live.rules keeps beside rounds: phase, step, page, ...
    version = models.PositiveBigIntegerField(default=1)
    created_at = models.DateTimeField(default=timezone.now)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-created_at", "-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["code"], condition=models.Q(ended_at=None), name="one_live_session_per_code"
            )
        ]

    def __str__(self):
        return f"{self.title} ({self.code})"


class Round(models.Model):
    """One asking of one question. Asking again makes another round of the same question."""

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveIntegerField()  # 1, 2, ... in order of asking
    question = models.PositiveIntegerField()  # position in the frozen quiz, from 0
    opened_ms = models.BigIntegerField()
    deadline_ms = models.BigIntegerField(null=True)  # null: no limit
    paused_at_ms = models.BigIntegerField(null=True)  # not null: paused now
    paused_ms = models.BigIntegerField(default=0)  # pauses that are over, all together
    closed_ms = models.BigIntegerField(null=True)  # null: open
    withdrawn = models.BooleanField(default=False)
    revealed = models.BooleanField(default=False)  # its key has been shown

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["session", "number"], name="one_round_per_number")]

    def __str__(self):
        return f"round {self.number} of session {self.session_id}"


class Player(models.Model):
    """A student in one session. The seat number tells the phone that holds the seat from an older one."""

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="players")
    name = models.CharField(max_length=80)
    name_key = models.CharField(max_length=160)  # two names with the same key look alike
    language = models.CharField(max_length=12, blank=True)
    seat = models.PositiveIntegerField(default=1)
    first_round = models.PositiveIntegerField(default=1)  # earlier rounds were not presented to them
    removed = models.BooleanField(default=False)
    joined_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["session", "name_key"], condition=models.Q(removed=False), name="one_player_per_name"
            )
        ]

    def __str__(self):
        return self.name


class SeatClaim(models.Model):
    """This is me: another phone asks for a player's seat, and the host decides."""

    class Decision(models.TextChoices):
        OPEN = "open"
        MOVED = "moved"
        REFUSED = "refused"

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="claims")
    decision = models.CharField(max_length=8, choices=Decision.choices, default=Decision.OPEN)
    seat = models.PositiveIntegerField(null=True)  # the seat number it got
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["pk"]

    def __str__(self):
        return f"claim on {self.player_id}"


class Answer(models.Model):
    """What a player answered in a round. One row, whatever is sent how often; the last tap wins."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="answers")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="answers")
    response = models.TextField()  # JSON in the kind's canonical form, e.g. [1]
    seq = models.PositiveIntegerField()  # rises with each tap; a resend that comes late never wins
    changes = models.PositiveIntegerField(default=0)  # how often the response was another one before
    first_ms = models.BigIntegerField()  # first stored
    answered_ms = models.BigIntegerField()  # this response received
    elapsed_ms = models.BigIntegerField()  # since the question opened, pauses left out
    mark = models.FloatField(default=0)  # 0.0 to 1.0, without speed
    points = models.FloatField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["round", "player"], name="one_answer_per_round")]

    def __str__(self):
        return f"answer of {self.player_id} in round {self.round_id}"


class Correction(models.Model):
    """A mistake mended: another key, one more accepted option, a round withdrawn. Kept, also when undone."""

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="corrections")
    number = models.PositiveIntegerField()  # 1, 2, ... within the session
    kind = models.CharField(max_length=10)  # key, accept, withdraw
    question = models.PositiveIntegerField()  # position in the frozen quiz
    round_number = models.PositiveIntegerField(null=True)  # for withdraw
    before = models.JSONField(default=list)  # accepted responses before
    after = models.JSONField(default=list)
    at_ms = models.BigIntegerField()
    undone_ms = models.BigIntegerField(null=True)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["session", "number"], name="one_correction_per_number")]

    def __str__(self):
        return f"correction {self.number} of session {self.session_id}"


class HostLink(models.Model):
    """A link that signs its owner in, once. Only a hash of it is kept."""

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="host_links")
    token_hash = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField(default=timezone.now)
    used_at = models.DateTimeField(null=True, blank=True)

    def __str__(self):
        return f"host link of {self.owner_id}"


class RoomCheck(models.Model):
    """Before class: what one phone could reach, step by step."""

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="room_checks")
    key = models.CharField(max_length=32, unique=True)
    results = models.JSONField(default=list)  # one entry per phone
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["-pk"]

    def __str__(self):
        return f"room check {self.pk}"
