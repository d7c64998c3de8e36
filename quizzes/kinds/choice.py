"""What single choice, multiple choice and true/false have in common: options, some of them chosen. PURE."""

from collections.abc import Iterable, Sequence

from .base import Accepted, InvalidResponse, Response


class Choice:
    """Grades all or nothing: the response must be one of those accepted."""

    name = ""
    several = False
    shuffles = True

    def read(self, raw: object, options: int) -> Response:
        if not isinstance(raw, list | tuple) or not raw:
            raise InvalidResponse("an answer is a list of option positions")
        if any(type(position) is not int or not 0 <= position < options for position in raw):
            raise InvalidResponse("there is no such option")
        response = tuple(sorted(set(raw)))
        if len(response) != len(raw):
            raise InvalidResponse("an option is chosen twice")
        if len(response) > 1 and not self.several:
            raise InvalidResponse("only one option can be chosen")
        return response

    def accepted(self, right: Sequence[int]) -> tuple[Response, ...]:
        return tuple((position,) for position in sorted(right))

    def accept_also(self, accepted: Accepted, option: int) -> tuple[Response, ...]:
        return tuple(sorted({*accepted, (option,)}))

    def grade(self, response: Response, accepted: Accepted) -> float:
        return 1.0 if tuple(response) in {tuple(one) for one in accepted} else 0.0

    def tally(self, responses: Iterable[tuple[Response, int]], options: int) -> list[int]:
        counts = [0] * options
        for response, times in responses:
            for position in response:
                if 0 <= position < options:
                    counts[position] += times
        return counts

    def key_fault(self, right: Sequence[int], options: int) -> str | None:
        return None if right else "no_key"
