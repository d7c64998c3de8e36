"""What a simulated student answers. With the key at hand, rightly as often as the skill says; else by guessing."""

import random
from collections.abc import Callable, Mapping
from typing import Any

Screen = dict[str, Any]
Key = Mapping[int, list[list[int]]]  # number of the question, from 1 -> the responses with full marks


def answering(skill: float, key: Key, chance: random.Random) -> Callable[[Screen], list[int]]:
    """How one student chooses. Without a key for a question, it is a guess."""

    def choose(screen: Screen) -> list[int]:
        question, accepted = screen["question"], key.get(screen["number"])
        if accepted and chance.random() < skill:
            return list(chance.choice(accepted))
        return _guess(question, accepted or [], chance)

    return choose


def _guess(question: Screen, accepted: list[list[int]], chance: random.Random) -> list[int]:
    """Any answer if the key is not known; else one that is wrong, where there is one."""
    options = list(range(len(question["options"])))
    for _ in range(20):
        count = chance.randint(1, len(options)) if question["several"] else 1
        response = sorted(chance.sample(options, count))
        if response not in accepted:
            break
    return response


def thinking(chance: random.Random, slowest: float = 20.0) -> Callable[[Screen], float]:
    """How long a person takes: mostly a few seconds, some much longer, nearly all within the time that is left."""

    def think(screen: Screen) -> float:
        seconds = min(1.0 + chance.lognormvariate(1.2, 0.6), slowest)
        left = screen["left_ms"]
        return seconds if left is None else min(seconds, left / 1000 * chance.uniform(0.5, 0.95))

    return think


def at_once(screen: Screen) -> float:
    return 0.0
