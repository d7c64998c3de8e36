"""docs/protocol.md says all that protocol.py and commands.py define, and nothing that they do not."""

import json
import re
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from classroom.live import commands, pace, protocol
from quizzes import markup

PAGE = (Path(__file__).parents[3] / "docs" / "protocol.md").read_text()

COMMANDS = {one.__struct_config__.tag: one for one in get_args(protocol.HostCommand)}
FROM_CLIENTS = {one.__struct_config__.tag: one for one in get_args(protocol.PhoneMessage)}
PARTS = {
    name: one
    for name, one in vars(protocol).items()
    if isinstance(one, type) and issubclass(one, msgspec.Struct) and one.__struct_config__.tag is None
    and one is not protocol.Message
}  # fmt: skip
CLOSE_CODES = {value for name, value in vars(protocol).items() if name.startswith("CLOSE_")}


def messages(base=protocol.Message):
    """Every message to clients; several may share a type."""
    for one in base.__subclasses__():
        yield one
        yield from messages(one)


TO_CLIENTS = list(messages())
TYPES = {one.__struct_config__.tag for one in (*TO_CLIENTS, *COMMANDS.values(), *FROM_CLIENTS.values())}


def sections():
    """What stands under each heading that is a message type, up to the next heading."""
    found = {}
    for part in re.split(r"^#{2,3} ", PAGE, flags=re.M)[1:]:
        heading, _, text = part.partition("\n")
        if match := re.fullmatch(r"`(\w+)`", heading):
            found[match[1]] = text
    return found


def rows(text):
    """The tables in ``text``: for each row its cells."""
    for line in text.splitlines():
        if line.startswith("| ") and not line.startswith("| ---"):
            yield [cell.strip() for cell in line.strip("|").split("|")]


def named(text):
    return set(re.findall(r"`(\w+)`", text))


def first_cells(text):
    return {name for row in rows(text) for name in named(row[0])}


def command_rows():
    start = PAGE.index("## From the desk")
    table = list(rows(PAGE[start : PAGE.index("## To every screen")]))
    return {name: row for row in table for name in re.findall(r"^`(\w+)`$", row[0]) if name != "type"}


def examples():
    """(direction, message) of the small lesson."""
    return [(line[0], json.loads(line[2:])) for line in PAGE.splitlines() if re.match(r"[<>] \{\"type\"", line)]


def fields(struct):
    return set(struct.__struct_fields__)


def test_every_message_has_its_section():
    assert set(sections()) == TYPES - set(COMMANDS)


@pytest.mark.parametrize("message", [*TO_CLIENTS, *FROM_CLIENTS.values()], ids=lambda one: one.__name__)
def test_every_field_of_a_message_stands_in_its_section(message):
    assert fields(message) <= named(sections()[message.__struct_config__.tag])


@pytest.mark.parametrize("part", PARTS.values(), ids=PARTS)
def test_every_field_of_a_part_stands_on_the_page(part):
    section = sections()["you" if part is protocol.Result else "screen"]
    assert fields(part) - {"lang", "html"} <= named(section)
    assert not fields(part) & {"lang", "html"} or '{"lang", "html"}' in section


def test_the_sections_name_no_field_that_is_not_there():
    for tag, text in sections().items():
        known = set()
        for one in (*TO_CLIENTS, *FROM_CLIENTS.values()):
            known |= fields(one) if one.__struct_config__.tag == tag else set()
        known |= set().union(*(fields(part) for part in PARTS.values())) if tag == "screen" else set()
        # The first cells of the table of refusals are codes; they have a test of their own.
        assert tag == "refused" or first_cells(text) - known <= set(), tag


def test_every_command_has_its_row_with_its_fields():
    assert set(command_rows()) == set(COMMANDS)
    for tag, command in COMMANDS.items():
        own = fields(command) - fields(commands.Command)
        assert own <= named(command_rows()[tag][1]), tag


def test_what_all_commands_share_is_told_once():
    before_the_table = PAGE[PAGE.index("## From the desk") : PAGE.index("| `type` |")]
    assert fields(commands.Command) <= named(before_the_table)


def test_the_refusals_are_those_of_the_code():
    assert first_cells(sections()["refused"]) - {"code"} == set(protocol.REFUSALS)


def test_the_close_codes_are_those_of_the_code_and_say_whether_to_come_back():
    table = PAGE[PAGE.index("## Close codes") : PAGE.index("## Without WebSockets")]
    told = {int(row[0]): row[2] for row in rows(table) if row[0].isdigit()}
    assert set(told) == CLOSE_CODES
    assert {code for code, back in told.items() if back.startswith("no")} == {one for one in told if one >= 4500}


def test_the_limits_on_the_page_are_those_of_the_code():
    assert f"above {protocol.LARGEST_FRAME} bytes" in PAGE
    assert f"from 1 to {protocol.LARGEST_SEQ}" in PAGE
    assert f"{pace.PER_SECOND:.0f} messages a second, and {pace.BURST} at once" in PAGE
    assert f"/ws/v{protocol.PROTOCOL_VERSION}/phone/<code>" in PAGE


def test_the_tags_on_the_page_are_those_that_the_markup_lets_through():
    told = PAGE[PAGE.index("**HTML.**") : PAGE.index("There are no scripts")]
    inline, blocks = told.split("The texts of questions")
    assert named(inline) == markup._INLINE | {"math", "pre"}
    assert named(blocks) == markup._BLOCK


def test_no_example_names_a_message_that_does_not_exist():
    assert set(re.findall(r'"type": ?"(\w+)"', PAGE)) <= TYPES


def test_the_example_lesson_is_made_of_real_messages():
    to_phone = {
        one.__struct_config__.tag: one
        for one in TO_CLIENTS
        if one not in (protocol.Screen, protocol.DisplayScreen, protocol.DeskScreen, protocol.DeskTally)
    }
    seen = set()
    for direction, message in examples():
        seen.add(message["type"])
        if direction == ">":
            protocol.decode("phone", json.dumps(message))
            continue
        again = protocol.encode(msgspec.convert(message, to_phone[message["type"]]))
        assert list(json.loads(again).items()) == list(message.items())  # whole, and in our encoder's order
    assert {"screen", "you", "answer", "received", "refused", "ping", "pong"} <= seen


def test_the_phases_and_results_are_named():
    for text, section in ((protocol.Screen.__doc__, "screen"), (protocol.Result.__doc__, "you")):
        words = re.search(r"(?:``phase``|``result``): ([\w, ]+)\.", text.replace("\n", " "))[1]
        assert set(words.split(", ")) <= named(sections()[section])
