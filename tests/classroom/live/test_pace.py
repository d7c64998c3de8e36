"""How much one client may say."""

from classroom.live.pace import BURST, PER_SECOND, Pace


def test_a_burst_is_heard_and_what_goes_beyond_it_is_not():
    pace = Pace()
    assert all(pace.allows(100.0) for _ in range(BURST))
    assert not pace.allows(100.0)


def test_it_fills_again_and_never_beyond_a_burst():
    pace = Pace()
    for _ in range(BURST):
        pace.allows(100.0)
    assert pace.allows(100.0 + 1.5 / PER_SECOND)
    assert not pace.allows(100.0 + 1.5 / PER_SECOND)
    assert sum(pace.allows(9_999.0) for _ in range(2 * BURST)) == BURST


def test_who_was_silent_long_enough_is_as_good_as_new():
    pace = Pace()
    pace.allows(100.0)
    assert not pace.is_rested(100.0)
    assert pace.is_rested(100.0 + 2 / PER_SECOND)
