"""Markdown, maths and code as a teacher writes them -> safe HTML, made on the server.

Raw HTML in the source is shown as text, never obeyed. What leaves here has passed an allow-list, so
a template may mark it safe. Maths becomes MathML, code gets classes that ``base.css`` colours: no scripts and
no inline styles.
"""

import logging
from functools import lru_cache
from html import escape

import nh3
from latex2mathml.converter import convert
from markdown_it import MarkdownIt
from mdit_py_plugins.dollarmath import dollarmath_plugin
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_by_name
from pygments.util import ClassNotFound

MEDIA_PREFIX = "/media/"  # images come from this server alone
_LONGEST_MATHS = 2_000  # characters; longer ones are shown as written
_LONGEST_HIGHLIGHT = 20_000


def _names(words: str) -> set[str]:
    return set(words.split())


_MATHML = _names(
    "math mrow mi mn mo mtext mspace ms mfrac msqrt mroot msub msup msubsup munder mover munderover "
    "mmultiscripts mprescripts mtable mtr mtd mpadded mphantom menclose mstyle merror"
)
_INLINE = _names("em strong s code span br img")
_BLOCK = _names("p ul ol li blockquote pre hr table thead tbody tr th td a")
# How a formula is laid out. No colours: they would not be readable in every theme.
_LAYOUT = _names(
    "display stretchy fence form separator accent accentunder linethickness mathvariant movablelimits "
    "largeop minsize maxsize lspace rspace width height depth notation columnalign rowspacing columnspacing "
    "rowlines columnlines displaystyle scriptlevel linebreak dir"
)
_ATTRIBUTES = {
    **dict.fromkeys(_MATHML, _LAYOUT),
    "a": {"href", "target"},
    "img": {"src", "alt"},
    "ol": {"start"},
    "pre": {"class", "dir"},
    "code": {"class", "dir"},
    "span": {"class", "dir"},
    "th": {"class"},
    "td": {"class"},
}


def _maths(source: str, display: bool) -> str:
    source = source.strip()
    kind = "display" if display else "inline"
    try:
        if len(source) > _LONGEST_MATHS:
            raise ValueError("too long")
        html = convert(source, display="block" if display else "inline")
    except Exception as error:
        # The converter raises many kinds, IndexError and RecursionError among them: show what was written.
        logging.getLogger("prashna.markup").debug("maths not understood: %r", error)
        return f'<code class="math-error" dir="ltr">{escape(source)}</code>'
    return f'<span class="math math-{kind}" dir="ltr">{html}</span>'


def _code(source: str, language: str) -> str:
    inner = escape(source)
    if language and len(source) <= _LONGEST_HIGHLIGHT:
        try:
            lexer = get_lexer_by_name(language, stripnl=False)
            inner = highlight(source, lexer, HtmlFormatter(nowrap=True))
        except ClassNotFound:
            pass  # a language nobody knows: plain code
    return f'<pre class="code" dir="ltr"><code dir="ltr">{inner.rstrip()}</code></pre>\n'


def _fence(self, tokens, position, options, env):
    words = tokens[position].info.split()
    return _code(tokens[position].content, words[0].lower() if words else "")


def _code_inline(self, tokens, position, options, env):
    return f'<code dir="ltr">{escape(tokens[position].content)}</code>'


def _image(self, tokens, position, options, env):
    """An image of this server; of any other, only its description."""
    token = tokens[position]
    alt = escape(self.renderInlineAsText(token.children or [], options, env))
    source = str(token.attrs.get("src", ""))
    return f'<img src="{escape(source)}" alt="{alt}">' if _is_ours(source) else alt


def _cell(self, tokens, position, options, env):
    """The alignment of a table cell as a class: the plugin would write an inline style."""
    token = tokens[position]
    side = str(token.attrs.get("style", "")).removeprefix("text-align:")
    name = f' class="to-{side}"' if side in ("left", "center", "right") else ""
    return f"<{token.tag}{name}>"


def _is_ours(source: str) -> bool:
    return source.startswith(MEDIA_PREFIX) and ".." not in source and "\\" not in source


def _keep(tag: str, attribute: str, value: str) -> str | None:
    if attribute == "href" and not value.lower().startswith(("http://", "https://", "mailto:")):
        return None
    if attribute == "src" and not _is_ours(value):
        return None
    return value


def _parser() -> MarkdownIt:
    # A "#" or four spaces at the beginning of a line are seldom meant as a heading or as code.
    parser = MarkdownIt("commonmark", {"html": False, "breaks": True})
    parser.enable(["table", "strikethrough"]).disable(["heading", "lheading", "code", "reference"])
    # "$5 and $10" is money: no space inside the dollars, no digit beside them.
    parser.use(
        dollarmath_plugin,
        allow_labels=False,
        allow_space=False,
        allow_digits=False,
        allow_blank_lines=False,
        double_inline=True,
    )
    rules = {
        "math_inline": lambda self, tokens, at, options, env: _maths(tokens[at].content, False),
        "math_inline_double": lambda self, tokens, at, options, env: _maths(tokens[at].content, True),
        "math_block": lambda self, tokens, at, options, env: f"<p>{_maths(tokens[at].content, True)}</p>\n",
        "fence": _fence,
        "code_inline": _code_inline,
        "image": _image,
        "th_open": _cell,
        "td_open": _cell,
    }
    for name, rule in rules.items():
        parser.add_render_rule(name, rule)
    return parser


_PARSER = _parser()


def _clean(html: str, tags: set[str]) -> str:
    return nh3.clean(
        html,
        tags=tags,
        attributes=_ATTRIBUTES,
        attribute_filter=_keep,
        url_schemes={"http", "https", "mailto"},
        set_tag_attribute_values={"a": {"target": "_blank"}},
    ).strip()


@lru_cache(maxsize=2048)
def render(source: str) -> str:
    """Block HTML: paragraphs, lists, tables, code, maths. Never raises."""
    return _clean(_PARSER.render(source), _INLINE | _BLOCK | _MATHML)


@lru_cache(maxsize=4096)
def render_inline(source: str) -> str:
    """Inline HTML for options, which are tapped: no paragraphs and no links. A fenced block stays a block."""
    if source.lstrip().startswith(("```", "~~~")):
        return _clean(_PARSER.render(source), _INLINE | _MATHML | {"pre"})
    return _clean(_PARSER.renderInline(source.strip()), _INLINE | _MATHML)


def plain(source: str) -> str:
    """The words alone, on one line, for titles and tables. Maths stays as LaTeX between dollars."""
    return " ".join(" ".join(_words(_PARSER.parse(source))).split())


def _words(tokens):
    for token in tokens:
        if token.children and token.type != "image":
            yield "".join(_words(token.children))
        elif token.type == "image":
            yield token.content
        elif token.type in ("softbreak", "hardbreak"):
            yield " "
        elif token.type.startswith("math_"):
            yield f"${token.content.strip()}$"
        elif token.content:
            yield token.content
