"""True or false: two options, true first, exactly one of them right; never shuffled. PURE."""

from collections.abc import Sequence

from .choice import Choice


class TrueFalse(Choice):
    name = "truefalse"
    shuffles = False

    def key_fault(self, right: Sequence[int], options: int) -> str | None:
        if options != 2:
            return "not_true_false"
        if len(right) > 1:
            return "several_keys"
        return super().key_fault(right, options)


KIND = TrueFalse()
