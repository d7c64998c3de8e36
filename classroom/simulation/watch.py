"""Watches every frame of a lesson for what it must not say yet."""

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from quizzes.frozen import FrozenQuestion, FrozenQuiz

Frame = Mapping[str, Any]
KEY_STEP, EXPLANATION_STEP = 1, 2
# Fields that tell what is right, if anything is in them.
_TELLING = ("key", "host_key", "explanation", "host_explanation", "result", "points")


class SecretWatch:
    """Knows the quiz with its key, and how far the host has let each question out."""

    def __init__(self, quiz: FrozenQuiz) -> None:
        self._secrets = [_secrets(question) for question in quiz.questions]
        self._allowed: dict[int, int] = {}  # position -> step that the host has commanded
        self._verdict = lru_cache(maxsize=256)(self._judge)

    def allow(self, position: int, step: int) -> None:
        """Called just before the host asks for the step, so no frame can be too early by chance."""
        self._allowed[position] = max(step, self._allowed.get(position, 0))
        self._verdict.cache_clear()

    def leaks(self, text: bytes) -> bool:
        return self._verdict(text)

    def _judge(self, text: bytes) -> bool:
        frame = json.loads(text)
        return self._says_key(frame) or any(
            secret in text
            for position, secrets in enumerate(self._secrets)
            if self._allowed.get(position, 0) < EXPLANATION_STEP
            for secret in secrets
        )

    def _says_key(self, frame: Frame) -> bool:
        # A lesson played straight through asks question n in round n.
        number = frame.get("round") if frame["type"] == "you" else frame.get("number")
        if number is not None and self._allowed.get(number - 1, 0) >= KEY_STEP:
            return False
        return any(frame.get(name) is not None for name in _TELLING)


def _secrets(question: FrozenQuestion) -> list[bytes]:
    """The explanations as they would stand in a frame, unless the question itself says the same."""
    told = [text.html for texts in (question.text, *(one.text for one in question.options)) for text in texts.values()]
    untold = [question.explanation, *(one.explanation for one in question.options)]
    htmls = [text.html for texts in untold for text in texts.values()]
    # The server writes letters as they are; escaped ones would be the same secret.
    spellings = [json.dumps(html, ensure_ascii=plain)[1:-1] for html in htmls for plain in (False, True)]
    return [text.encode() for text in dict.fromkeys(spellings) if text and not any(text in one for one in told)]
