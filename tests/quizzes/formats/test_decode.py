"""From bytes to text: encodings, line ends, and what is no text."""
# ruff: noqa: E501 (a case reads best in one line)

import pytest

from quizzes.formats import LARGEST, read_bytes

HINDI = "1. भारत की राजधानी क्या है?\n- मुंबई\n- नई दिल्ली *\n2. दूसरा प्रश्न यहाँ है?\n- हाँ *\n- नहीं\n"


def codes(draft):
    return [one.code for one in draft.issues]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
def test_hindi_in_every_unicode_encoding(encoding):
    bom = b"\xfe\xff" if encoding == "utf-16-be" else b""
    draft = read_bytes(bom + HINDI.encode(encoding))
    assert draft.questions[0].text == {"hi": "भारत की राजधानी क्या है?"} and len(draft.questions) == 2
    assert codes(draft) == (["encoding_guessed"] if encoding == "utf-16-le" else [])


@pytest.mark.parametrize("encoding", ["cp1251", "gb18030"])
def test_a_guess_is_told(encoding):
    text = {
        "cp1251": "1. Какая планета ближе всех к Солнцу?\nА) Венера\nБ) Меркурий *\nВ) Земля\n",
        "gb18030": "工程伦理概论：下面每一个问题都只有一个正确的答案，请仔细阅读以后再回答。\n1. 工程伦理的基础理论包括哪些内容？\nA. 结果论 *\nB. 行为论\n参考答案：A\n",
    }[encoding]
    draft = read_bytes(text.encode(encoding))
    assert (
        codes(draft)[0] == "encoding_guessed" and draft.questions[0].text == read_bytes(text.encode()).questions[0].text
    )


@pytest.mark.parametrize(
    "text",
    ["1. Où est né « Molière » ?\n• À Paris\n• À Lyon\n", "1. Which is “smart”?\n• It’s — yes\n• No…\nAnswer: A\n", "1. Café à Genève\n- à la crème\n- noir\n",
     "1. Wie heißt die Hauptstadt von Österreich?\nA) Köln\nB) Wien\n", "1. ¿Cuál es la capital de España?\nA) Córdoba\nB) Madrid\n"],
)  # fmt: skip
def test_western_windows_text_however_short(text):
    draft = read_bytes(text.encode("cp1252"))
    assert draft.encoding == "cp1252" and draft.questions == read_bytes(text.encode()).questions


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r", "\u2028"])
def test_line_ends(end):
    assert len(read_bytes(HINDI.replace("\n", end).encode()).questions) == 2


def test_spaces_that_look_like_spaces():
    draft = read_bytes("1.\u00a0Which?\n\u00a0\u00a0A)\u202fone\u200b *\n\u00a0\u00a0B) two\n".encode())
    assert draft.questions[0].options[0].text == {"en": "one"} and draft.questions[0].options[0].correct


@pytest.mark.parametrize("data", [b"%PDF-1.7\n1. x", b"PK\x03\x04....", b"\x89PNG\r\n", b"\xd0\xcf\x11\xe0"])
def test_a_document_is_no_text(data):
    assert codes(read_bytes(data)) == ["not_text"]


def test_too_large_and_empty():
    assert codes(read_bytes(b"x" * (LARGEST + 1))) == ["too_large"]
    assert codes(read_bytes(b"")) == codes(read_bytes(b" \n")) == ["no_questions"]
