"""The Hindi of the interface: complete, the same in source and compiled form, and about what the source says now."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import django
import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import read_mo
from babel.messages.pofile import read_po
from django.utils.translation import ngettext, override
from django.utils.translation.template import templatize

from classroom import django_words
from classroom.views.desk_words import desk_words
from classroom.views.display_words import display_words
from classroom.views.phone_words import phone_words

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "classroom" / "locale" / "hi" / "LC_MESSAGES"
PYTHON = sorted([*(ROOT / "classroom").rglob("*.py"), *(ROOT / "quizzes").rglob("*.py")])
TEMPLATES = sorted((ROOT / "templates").rglob("*.*"))
SCRIPTS = sorted([*(ROOT / "classroom" / "static").rglob("*.js"), *(ROOT / "quizzes" / "static").rglob("*.js")])

# {name}, %(name)s and %d stand for values. HTML elements and their attributes must survive too.
PLACEHOLDER = re.compile(r"\{\w*\}|%\(\w+\)[sd]|%[sd]|</?\w[^>]*>")
# What a call to one of these marks for translation: positions of context, singular and plural.
MARKS = {
    "gettext": (None, 0, None), "gettext_lazy": (None, 0, None), "gettext_noop": (None, 0, None),
    "ngettext": (None, 0, 1), "ngettext_lazy": (None, 0, 1),
    "pgettext": (0, 1, None), "pgettext_lazy": (0, 1, None),
    "npgettext": (0, 1, 2), "npgettext_lazy": (0, 1, 2),
}  # fmt: skip
Key = tuple[str | None, str, str | None]  # context, singular, plural


@pytest.fixture(scope="module")
def hindi() -> Catalog:
    with (FOLDER / "django.po").open("rb") as file:
        return read_po(file, locale="hi", abort_invalid=True)


def messages(catalogue: Catalog) -> dict[Key, tuple[str, ...]]:
    """Without the header: what is said -> its translation, one for each plural form."""
    found = {}
    for message in catalogue:
        if message.id:
            singular, plural = message.id if isinstance(message.id, tuple | list) else (message.id, None)
            texts = message.string if isinstance(message.string, tuple | list) else (message.string,)
            found[message.context, singular, plural] = tuple(texts)
    return found


def marked(tree: ast.AST) -> Iterator[Key]:
    """Everything that Python code marks for translation, also where the function has another name in the file."""
    names = {name: name for name in MARKS}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module == "django.utils.translation":
            names |= {alias.asname: alias.name for alias in node.names if alias.asname}
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", None)
            if names.get(called) in MARKS:
                positions = MARKS[names[called]]
                yield tuple(None if at is None else ast.literal_eval(node.args[at]) for at in positions)


def in_source() -> dict[Key, str]:
    """Everything in the source that is marked for translation -> a file where it is."""
    found = {}
    for path in PYTHON:
        found |= dict.fromkeys(marked(ast.parse(path.read_text())), str(path))
    for path in TEMPLATES:
        # Django turns each tag into a call for xgettext, with noise between: gettext(u'…'), ngettext(u'…', u'…', count)
        text = r"u?(?:'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\")"
        for call in re.finditer(rf"\b(\w+gettext|gettext|_)\((?:{text}(?:, )?)+", templatize(path.read_text())):
            tree = ast.parse(call[0].removesuffix(", ").replace("_(", "gettext(", 1) + ")")
            found |= dict.fromkeys(marked(tree), str(path))
    return found


def test_the_catalogue_has_exactly_what_the_source_says(hindi):
    said, translated = in_source(), messages(hindi)
    assert len(said) > 400
    # gettext and ngettext with the same singular are one entry, the one with the plural.
    plurals = {(context, singular) for context, singular, plural in translated if plural}
    missing = [
        f"{text!r} in {said[context, text, plural]}"
        for context, text, plural in said
        if (context, text, plural) not in translated and (plural or (context, text) not in plurals)
    ]
    assert not missing, "new strings: run make messages and translate them"
    assert not [key for key in translated if key not in said], "no longer in the source: run make messages"


def test_nothing_is_fuzzy_empty_or_obsolete(hindi):
    assert not [message.id for message in hindi if message.id and message.fuzzy]
    assert not [key for key, texts in messages(hindi).items() if not all(text and text.strip() for text in texts)]
    assert not hindi.obsolete


def test_hindi_has_one_form_for_0_and_1_and_one_for_more(hindi):
    assert hindi.plural_forms == "nplurals=2; plural=(n > 1);"
    assert all(len(texts) == (2 if key[2] else 1) for key, texts in messages(hindi).items())
    with override("hi"):
        forms = [ngettext("A question is open, with {count} answer.", "A question is open, with {count} answers.", n)
                 for n in (0, 1, 2)]  # fmt: skip
    assert forms[0] == forms[1] != forms[2]


def test_placeholders_and_elements_are_kept(hindi):
    for (_context, singular, plural), texts in messages(hindi).items():
        for source, text in zip((singular, plural), texts, strict=False):
            assert sorted(PLACEHOLDER.findall(text)) == sorted(PLACEHOLDER.findall(source)), source


def test_the_compiled_catalogue_is_this_one(hindi):
    """Fresh machines have no msgfmt, so the compiled form is kept in the repository, and must not lag behind."""
    with (FOLDER / "django.mo").open("rb") as file:
        compiled = read_mo(file)
    assert messages(compiled) == messages(hindi)
    assert compiled.plural_forms == hindi.plural_forms


def test_hindi_is_written_in_one_way(hindi):
    """Sentences end with a danda, letters with a nukta are two characters as keyboards type them, digits are Latin."""
    for (_context, singular, _plural), texts in messages(hindi).items():
        for text in texts:
            assert re.search("[ऀ-ॿ]", text), f"not in Hindi: {singular}"
            assert not re.search("[०-९]", text), text
            assert not re.search("[\u0958-\u095f]", text), f"a composed nukta: {text}"
            assert not re.search(r"[ऀ-ॿ][.|]", text), f"a full stop where a danda belongs: {text}"
            assert singular.endswith(".") == text.endswith("।"), text


def test_the_list_of_djangos_sentences_is_true():
    """A sentence that Django words otherwise after an upgrade would come in English, or in Django's Hindi."""
    theirs = set()
    for catalogue in ("conf", "contrib/auth"):
        with (Path(django.__file__).parent / catalogue / "locale/en/LC_MESSAGES/django.po").open("rb") as file:
            theirs |= {key[1:] for key in messages(read_po(file))}
    ours = {key[1:] for key in marked(ast.parse(Path(django_words.__file__).read_text()))}
    assert len(ours) > 30
    assert not ours - theirs


# Names, keys of the keyboard, units and what a teacher types.
NOT_WORDS = {"Prashna", "Enter", "JavaScript", "CSV", "make", "link", "ltr", "ms", "DOCTYPE", "doctype", "html"}


@pytest.mark.parametrize("path", [path for path in TEMPLATES if path.suffix == ".html"], ids=lambda path: path.name)
def test_every_word_of_a_template_goes_through_gettext(path):
    source = re.sub(r"{% (blocktrans\w*|comment)\b.*?{% end\1 %}", "", path.read_text(), flags=re.DOTALL)
    source = re.sub(r"{% block \w+_class %}.*?{% endblock %}", "", source)
    source = re.sub(r"{%.*?%}|{{.*?}}|{#.*?#}|<!--.*?-->|&\w+;", "", source, flags=re.DOTALL)
    spoken = re.findall(r'\b(?:alt|title|aria-label|placeholder|content)="([^"]*)"', source)
    spoken = [words for words in spoken if not re.match(r"width=|light dark", words)]
    spoken.append(re.sub(r"<(pre|code|style|script)\b.*?</\1>|<[^>]*>", " ", source, flags=re.DOTALL))
    words = {word for text in spoken for word in re.findall(r"[A-Za-z]{2,}", text)}
    assert not words - NOT_WORDS


# Keys of the keyboard, elements, headers and media types.
NOT_SPOKEN = re.compile(r"Arrow\w+|Enter|Escape|Space|Home|End|Tab|Spacebar|[A-Z]+|[A-Z][\w]*-[\w-]+")


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_no_script_brings_words_of_its_own(path):
    """Scripts speak with the words of *_words.py and of the page. What begins with a capital would be theirs."""
    code = re.sub(r"(^|\s)//[^\n]*|/\*.*?\*/", "", path.read_text(), flags=re.DOTALL)
    texts = [one or other for one, other in re.findall(r'"([^"\n]*)"|`([^`]*)`', code)]
    spoken = [text for text in texts if re.search(r"(^|[.>] ?)[A-Z][a-z]|[a-z]{2} [a-z]+[.!?…]", text)]
    assert not [text for text in spoken if not NOT_SPOKEN.fullmatch(text)]


LIVE = ROOT / "classroom" / "static" / "classroom" / "live"


@pytest.mark.parametrize(
    ("screen", "words"),
    [("phone", phone_words), ("display", display_words), ("desk", desk_words)],
)
def test_every_word_that_a_screen_asks_for_is_there(screen, words):
    """``say("key")`` shows the key itself when there is no such word."""
    code = "".join(path.read_text() for path in sorted(LIVE.glob(f"{screen}*.js")))
    asked = set(re.findall(r'\bsay\("(\w+)"', code))
    beginnings = set(re.findall(r"\bsay\(`(\w+)\$\{", code))
    assert len(asked) > 5
    assert not asked - set(words())
    assert not [begin for begin in beginnings if not any(key.startswith(begin) for key in words())]
