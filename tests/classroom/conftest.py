"""A lesson and phones for the tests that use a browser."""

from tests.classroom.phones import join, lesson

__all__ = ["join", "lesson"]
