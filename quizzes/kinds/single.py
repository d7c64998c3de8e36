"""Single choice: one option is chosen. Where several are marked right, any one of them is accepted. PURE."""

from .choice import Choice


class Single(Choice):
    name = "single"


KIND = Single()
