"""Messages: what is one, and what is answered when it is none."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from classroom.live import commands as c
from classroom.live import protocol as p


@pytest.mark.parametrize(
    ("screen", "text", "code", "id"),
    [
        ("phone", "nope", "malformed", ""),
        ("phone", "[" * 5000, "malformed", ""),
        ("phone", "[]", "unknown", ""),
        ("phone", '{"type":"open","id":"a"}', "unknown", "a"),
        ("phone", '{"type":"answer","id":"a"}', "invalid", "a"),
        ("phone", '{"type":"answer","id":"a","round":"1","response":[0]}', "invalid", "a"),
        ("desk", '{"type":"time_up","id":"a"}', "unknown", "a"),
        ("desk", '{"type":"extend","id":7,"seconds":"x"}', "invalid", ""),
        ("display", '{"type":"answer","id":"a","round":1,"response":[0]}', "unknown", "a"),
        ("phone", b"\xff\xfe", "malformed", ""),
    ],
)
def test_what_is_no_message_of_that_screen_is_told_why(screen, text, code, id):
    with pytest.raises(p.Malformed) as fault:
        p.decode(screen, text)
    assert (fault.value.code, fault.value.id) == (code, id)
    assert code in p.REFUSALS


def test_unknown_keys_are_ignored():
    assert p.decode("desk", '{"type":"extend","seconds":15,"colour":"red"}') == c.Extend(seconds=15)


def test_the_type_comes_first():
    assert p.encode(p.Pong(id="a", version=3)).startswith('{"type":"pong"')


KEYS = st.sampled_from(["type", "id", "round", "response", "seq", "question", "right"])
VALUES = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8)
JSON = st.recursive(VALUES, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner), max_leaves=12)


@given(st.sampled_from(["phone", "desk", "display"]), st.text() | st.binary() | JSON.map(json.dumps))
def test_whatever_is_sent_is_a_message_or_is_refused(screen, text):
    try:
        p.decode(screen, text)
    except p.Malformed as fault:
        assert fault.code in p.REFUSALS
