"""The quiz that a layout has to survive: the longest texts that the forms take, in Hindi and English.

    manage.py shell -c "from tests.shots.longest import make; make()"

Five questions: everything at its limit; the most that the quiz check lets pass without a word; markup, maths, code
and a picture; words that do not break and another direction; true or false with one short line.
"""

import io
from itertools import cycle

from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image, ImageDraw

from classroom.owner import local_owner
from quizzes import pictures
from quizzes.models import Quiz
from quizzes.sheets import OptionSheet, Sheet, save_sheet

QUESTION, OPTION, EXPLANATION, WHY, TITLE, ALT = 2000, 500, 4000, 1000, 200, 500  # characters, as in quizzes.forms
SENTENCES = {
    "hi": [
        "मिश्रित परिशुद्धता में भार की एक प्रति पूर्ण परिशुद्धता में रखी जाती है।",
        "क्योंकि छोटे प्रवणता-मान अर्ध-परिशुद्धता में शून्य हो सकते हैं, हानि को पश्च-प्रसार से पहले किसी गुणक से बढ़ाया जाता है।",
        "अद्यतन से पहले वही गुणक वापस हटा लिया जाता है, और अनंत मिलने पर वह चरण छोड़ दिया जाता है।",
        "विद्यार्थियों को यह भी समझना चाहिए कि दृष्टिकोण, अनुकूलन और स्मृति-उपयोग एक-दूसरे से स्वतंत्र नहीं हैं।",
    ],
    "en": [
        "Mixed precision keeps a master copy of the weights in full precision.",
        "Because small gradients would vanish in half precision, the loss is multiplied before the backward pass.",
        "The same factor is taken out again before the update, and a step that met an infinity is skipped.",
        "Optimizer state, activations and throughput do not all change in the same way.",
    ],
}
CODE = """

```python
with torch.autocast(device_type='cuda', dtype=torch.float16):
    loss = criterion(model(inputs), targets)
scaler.scale(loss).backward()
scaler.step(optimizer)
```

"""
MATHS = r"""

$$ \hat{w}_{t+1} = w_t - \eta \cdot \frac{\hat{m}_t}{\sqrt{\hat{v}_t} + \epsilon}
\quad \text{where} \quad \hat{m}_t = \frac{m_t}{1 - \beta_1^t} $$

"""
ROOTS = (
    r"$ax^2+bx+c=0 \Rightarrow x=\frac{-b\pm\sqrt{b^2-4ac}}{2a} \Rightarrow x_1+x_2=-\frac{b}{a}, x_1x_2=\frac{c}{a}$"
)
TABLE = """
| format | exponent | fraction |
| --- | ---: | ---: |
| FP16 | 5 | 10 |
| bfloat16 | 8 | 7 |
| FP32 | 8 | 23 |
"""
ADDRESS = "https://example.org/" + "a-very-long-path-without-a-single-space/" * 3
COMPOUND = "अन्तर्राष्ट्रीयमानकीकरणप्रक्रियानुसारपरिशुद्धतानियन्त्रणव्यवस्थापनसमिति"
URDU = "یہ جملہ دائیں سے بائیں لکھا جاتا ہے اور اس میں FP16 اور 2048 بھی آتے ہیں۔"


def words(length: int, language: str, start: int = 0) -> str:
    """Prose of exactly ``length`` characters, cut wherever that is."""
    text, sentences = "", cycle(SENTENCES[language][start % 4 :] + SENTENCES[language][: start % 4])
    while len(text) < length:
        text += next(sentences) + " "
    return text[: length - 1].rstrip() + "।" if language == "hi" else text[: length - 1].rstrip() + "."


def both(length: int, start: int = 0) -> dict[str, str]:
    return {language: words(length, language, start) for language in ("hi", "en")}


def same(text: str) -> dict[str, str]:
    return {"hi": text, "en": text}


def make() -> int:
    """The quiz of the local owner. Returns its number."""
    quiz = Quiz.objects.create(
        owner=local_owner()[0], title=both(TITLE, 1), description=both(600), languages=["hi", "en"],
        shuffle_options=False, practice_key="longest",
    )  # fmt: skip
    for sheet in (_at_the_limit(), _as_advised(), _marked_up(), _unbreakable(), _short()):
        save_sheet(quiz, sheet)
    return quiz.pk


def _sheet(text, options, *, kind="single", right=(0,), explanation=None, **more) -> Sheet:
    rows = [OptionSheet(text=one, explanation=why, correct=at in right) for at, (one, why) in enumerate(options)]
    values = {"image": "", "image_alt": {}, "time_limit": 3600, "points": 1000} | more
    return Sheet(kind=kind, text=text, explanation=explanation or {}, options=rows, **values)


def _at_the_limit() -> Sheet:
    options = [(both(OPTION, at), both(WHY, at)) for at in range(10)]
    return _sheet(both(QUESTION), options, right=(3,), explanation=both(EXPLANATION, 2))


def _as_advised() -> Sheet:
    options = [(both(50, at), both(200, at)) for at in range(10)]
    return _sheet(both(300), options, kind="multiple", right=(1, 4, 9), explanation=both(1500, 3))


def _marked_up() -> Sheet:
    text = {code: f"**{words(120, code)}**{CODE}{words(60, code, 2)}{MATHS}" for code in ("hi", "en")}
    long_line = "`optimizer.param_groups[0]['learning_rate'] = 0.000030517578125`"
    options = [
        (same("$\\frac{\\partial L}{\\partial w} = \\sum_{i=1}^{n} x_i^2 \\cdot 2^{-11}$"), both(120, 1)),
        (same(long_line), same(f"{long_line} {URDU}")),
        (same(ROOTS), same(f"{ROOTS}, {URDU}")),
        (same("`x = x.to(torch.bfloat16)`"), {}),
    ]
    explanation = {
        code: f"{words(200, code)}{MATHS}{words(300, code, 1)} {ROOTS}{CODE}{words(200, code)}\n\n{TABLE}"
        for code in ("hi", "en")
    }
    return _sheet(text, options, right=(0,), explanation=explanation, image=_picture(), image_alt=both(ALT))


def _unbreakable() -> Sheet:
    options = [
        (same(COMPOUND), same(ADDRESS)),
        (same(ADDRESS), same(COMPOUND)),
        (same(URDU), same(URDU)),
        (same("2"), {}),
    ]
    text = {"hi": f"{COMPOUND} {ADDRESS} {URDU}", "en": f"{ADDRESS} {COMPOUND}"}
    return _sheet(text, options, explanation=same(f"{URDU} {ADDRESS} {COMPOUND * 3}"))


def _short() -> Sheet:
    options = [({"hi": "सही", "en": "True"}, {}), ({"hi": "गलत", "en": "False"}, {})]
    return _sheet({"hi": "क्या शून्य सम है?", "en": "Is zero even?"}, options, kind="truefalse", time_limit=None)


def _picture() -> str:
    picture = Image.new("RGB", (1500, 700), "#fffdf8")
    draw = ImageDraw.Draw(picture)
    for step in range(10):
        top = 40 + (step * 137) % 500
        draw.rectangle((60 + step * 140, top, 160 + step * 140, 660), fill=("#322c94", "#bd3a14", "#0a7457")[step % 3])
    data = io.BytesIO()
    picture.save(data, "PNG")
    return pictures.store(SimpleUploadedFile("bars.png", data.getvalue(), "image/png"))
