"""Words that say what a line is for (``Answer:``, ``व्याख्या:``, ``Time:``), and marks for a right option. PURE."""

import re
from dataclasses import dataclass

HEAD = 80  # characters of a line that may hold its keyword

_WORDS = {
    "answer": "सही उत्तर|सही विकल्प|उत्तर|जवाब|सही जवाब|Correct answers?|Right answers?|Correct options?|Answers?"
    "|Ans|Key|Correct|Правильный ответ|Верный ответ|Ответы|Ответ|الإجابة الصحيحة|الاجابة الصحيحة|الإجابة|الاجابة"
    "|الجواب|参考答案|正确答案|答案|正解|答え|정답|답|Respuesta correcta|Respuesta|Richtige Antwort|Antwort"
    "|Bonne réponse|Réponse|Resposta|Risposta|Cevap|Đáp án|Jawaban|উত্তর|ઉત્તર|જવાબ|ਉੱਤਰ|விடை|பதில்|సమాధానం|జవాబు|ಉತ್ತರ"
    "|ഉത്തരം|جواب",
    "answers": "Answer keys?|Answers|Keys|उत्तरमाला|उत्तर माला|उत्तर कुंजी|उत्तर-कुंजी|Ответы|Ключи?|الإجابات|参考答案|答案"
    "|Respuestas|Antworten|Lösungen|Réponses",
    "explanation": "Explanations?|Feedback|Rationale|Solution|स्पष्टीकरण|व्याख्या|हल|Пояснение|Объяснение|Комментарий"
    "|الشرح|شرح|التفسير|解析|解释|説明|解説|해설|Explicación|Erklärung|Explication|Explicação|Spiegazione|ব্যাখ্যা",
    "why": "Why|क्यों|Почему|لماذا|为什么|Por qué|Warum|Pourquoi",
    "title": "Title|Quiz title|शीर्षक|Название|العنوان|标题|Título|Titel|Titre",
    "description": "Description|विवरण|Описание|الوصف|说明|Descripción|Beschreibung",
    "languages": "Languages?|भाषाएँ|भाषाएं|भाषा",
    "time": "Time|समय",
    "points": "Points?|अंक",
    "kind": "Kind|Type|प्रकार",
}
_FIND = {
    name: re.compile(
        # Longest word first; emphasis around the word; a dash only when it cannot be a hyphen ("उत्तर-पूर्व").
        rf"(?:\*\*|__|> ?)?[\[(【]?(?:{'|'.join(sorted(words.split('|'), key=len, reverse=True))})[\])】]?"
        rf"(?P<wrap>\*\*|__)?[ \t]*(?P<sep>[:：]-?|=|-(?=[ \t]|$)|[–—]|[.](?=[ \t]*[(（]?\w[)）]?[.]?$))"
        rf"(?P<wrap2>\*\*|__)?[ \t]*",
        re.IGNORECASE,
    )
    for name, words in _WORDS.items()
}
# Words that announce an answer even without a colon behind them: "Ans B", "सही उत्तर है (ख)".
_LOOSE_ANSWER = re.compile(
    r"[(\[*_> ]*(?:सही उत्तर|सही विकल्प|सही जवाब|उत्तर|जवाब|उ०|उ|(?:Correct |Right )?Answers?|Ans|Правильный ответ"
    r"|Верный ответ|Ответ|الإجابة|参考答案|正确答案|答案|Respuesta|Antwort|Réponse)(?=[\s.:：=\-–—→⇒()\[\]０०]|$)"
    r"[\s.:：=०]*(?:is\b|are\b|है|हैं|是)?[\s.:：=\-–—→⇒>*_]*",
    re.IGNORECASE,
)
_SIGNS = re.compile("[:：=–—.-]")  # one of them stands behind every keyword
_COLON_ONLY = {"explanation", "why", "title", "description", "languages", "time", "points", "kind"}
_KINDS = {
    "single": "single", "single choice": "single", "mc": "single",
    "multiple": "multiple", "multiple choice": "multiple", "ma": "multiple",
    "truefalse": "truefalse", "true/false": "truefalse", "tf": "truefalse", "t/f": "truefalse",
}  # fmt: skip
_CODE = re.compile(r"[a-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}")
_TIME = re.compile(r"(\d{1,5}) ?(?:s|secs?|seconds?|सेकंड|सेकेंड|с|сек)?\.?", re.IGNORECASE)
_NO_LIMIT = {"none", "no limit", "unlimited", "नहीं", "कोई नहीं"}
_TRUE = {"true", "t", "yes", "right", "सही", "सत्य", "正确", "对", "верно", "да", "правда", "صح", "صحيح", "صواب"}
_FALSE = {"false", "f", "no", "wrong", "गलत", "ग़लत", "असत्य", "错误", "错", "неверно", "нет", "ложь", "خطأ", "خطا"}
PAIRS = (
    ("true", "false"), ("सही", "गलत"), ("सही", "ग़लत"), ("सत्य", "असत्य"), ("正确", "错误"), ("对", "错"),
    ("верно", "неверно"), ("правда", "ложь"), ("صح", "خطأ"), ("صواب", "خطأ"), ("verdadero", "falso"),
    ("vrai", "faux"), ("richtig", "falsch"), ("wahr", "falsch"), ("verdadeiro", "falso"), ("vero", "falso"),
)  # fmt: skip

_MARK_WORDS = (
    "correct", "correct answer", "right", "right answer", "answer", "सही", "सही उत्तर", "верно", "правильно",
    "правильный ответ", "الإجابة الصحيحة", "صحيح", "正确", "正确答案", "correcta", "richtig", "✓", "✔", "✅",
)  # fmt: skip
_MARKS = re.compile(
    # Sticks to the end; what comes before it is looked at by hand, so the search stays linear.
    rf"(?:[(（\[](?P<word>{'|'.join(map(re.escape, _MARK_WORDS))})[)）\]]|[✓✔✅]\ufe0f?|(?P<sign>[+*])[.;]?)$",
    re.IGNORECASE,
)
_LONGEST_MARK = 24


@dataclass(frozen=True)
class Keyword:
    name: str
    value: str


def keyword_of(line: str) -> Keyword | None:
    """The keyword that the line begins with. A setting whose value makes no sense is ordinary text."""
    body = line.strip()
    if not _SIGNS.search(body[:HEAD]):
        return None  # most lines
    for name, pattern in _FIND.items():
        found = pattern.match(body[:HEAD])
        if not found or (name in _COLON_ONLY and found["sep"][0] not in ":：") or name == "answers":
            continue
        value = body[found.end() :].strip()
        if body.startswith(("**", "__")) and not (found["wrap"] or found["wrap2"]):
            value = value.removesuffix(body[:2]).strip()
        if name in _CHECKS and _CHECKS[name](value) is None:
            continue
        return Keyword(name, value)
    return None


def loose_answer(line: str) -> str | None:
    """What a short line says that begins with a word for answer, without the colon that belongs there."""
    body = line.strip()
    found = _LOOSE_ANSWER.match(body) if len(body) <= HEAD else None
    return body[found.end() :] or None if found else None


def heads_answers(line: str) -> bool:
    """A line that announces the list of answers at the end of a file."""
    body = line.strip().strip("#*_ ").rstrip(":：").strip()
    return len(body) < HEAD and bool(_FIND["answers"].fullmatch(body + ":"))


def kind_of(value: str) -> str | None:
    return _KINDS.get(value.casefold())


def time_of(value: str) -> int | None:
    """Seconds; 0 for no limit; None when it is no time."""
    if value.casefold() in _NO_LIMIT:
        return 0
    found = _TIME.fullmatch(value)
    return int(found[1]) or None if found else None


def points_of(value: str) -> int | None:
    return int(value) if value.isdecimal() and len(value) < 6 else None


def languages_of(value: str) -> list[str] | None:
    codes = [code.strip() for code in value.split(",")]
    return list(dict.fromkeys(codes)) if all(_CODE.fullmatch(code) for code in codes) else None


_CHECKS = {"kind": kind_of, "time": time_of, "points": points_of, "languages": languages_of}


def truth_of(value: str) -> bool | None:
    """Whether an answer says true or false."""
    word = value.casefold().strip(" .।。")
    return True if word in _TRUE else False if word in _FALSE else None


def split_mark(text: str) -> tuple[str, bool]:
    """An option without the mark at its end that says it is right. A backslash before the mark makes it text."""
    at, signed = _mark_at(text)
    if at < 0:
        return text, False
    if text[:at].endswith("\\"):
        return text[: at - 1] + text[at:], False
    return (text[:at].rstrip(" \t;,"), True) if not signed or _apart(text, at) else (text, False)


def guard_mark(text: str) -> str:
    """The option so written that ``split_mark`` gives it back as text."""
    at, signed = _mark_at(text)
    if at >= 0 and (text[:at].endswith("\\") or not signed or _apart(text, at)):
        return text[:at] + "\\" + text[at:]
    return text


def _mark_at(text: str) -> tuple[int, bool]:
    tail = text[-_LONGEST_MARK:]
    found = _MARKS.search(tail)
    return (len(text) - len(tail) + found.start(), bool(found["sign"])) if found else (-1, False)


def _apart(text: str, at: int) -> bool:
    """``C++``, ``Na+``, ``A*`` and ``*word*`` end in a sign that is part of the word."""
    before = text[at - 1 : at]
    if text[at] == "*" and text.count("*") % 2 == 0:
        return False
    if not before or before in "+*":
        return False
    return not (before.isascii() and before.isalnum())
