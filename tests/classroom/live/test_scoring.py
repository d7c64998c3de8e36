"""What an answer is worth."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from classroom.live.scoring import points, ranks


@pytest.mark.parametrize(
    ("elapsed", "worth"),
    [(0, 1000), (500, 1000), (15_250, 750), (30_000, 500), (99_000, 500)],
)
def test_with_speed_a_right_answer_falls_from_the_whole_to_one_half(elapsed, worth):
    assert points("speed", 1.0, 1, elapsed, 30_000) == worth


def test_without_a_time_limit_speed_does_not_count():
    assert points("speed", 1.0, 2, 500_000, None) == 2000


def test_by_correctness_time_does_not_count():
    assert points("correctness", 1.0, 3, 29_000, 30_000) == points("correctness", 1.0, 3, 1, 30_000) == 3.0


@pytest.mark.parametrize("scoring", ["correctness", "speed", "none"])
def test_a_wrong_answer_is_worth_nothing(scoring):
    assert points(scoring, 0.0, 5, 100, 30_000) == 0


def test_without_scoring_nothing_has_points():
    assert points("none", 1.0, 5, 100, 30_000) == 0


@given(st.lists(st.integers(0, 5).map(float)))
def test_a_rank_is_one_more_than_the_number_of_better_totals(totals):
    assert ranks(totals) == [1 + sum(other > total for other in totals) for total in totals]
