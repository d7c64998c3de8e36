"""The three screens of a lesson in a real browser: hands to use them, and what each must show in each phase."""

from django.utils import translation
from django.utils.translation import gettext
from playwright.sync_api import expect

from classroom.views.phone_words import phone_words
from tests.browser import axe_violations
from tests.system.sample import LANGUAGES, squeezed

expect.set_options(timeout=15_000)
CALM = 450  # ms in which the desk's main button takes no second tap
# Everything that a screen reader is told, in the order of time.
LISTEN = """
addEventListener("DOMContentLoaded", () => {
  window.said = [];
  const live = document.getElementById("live");
  if (live) new MutationObserver(() => said.push(live.textContent)).observe(live, { childList: true });
});
"""


class Screen:
    def __init__(self, page, language="en"):
        self.page, self.language = page, language
        page.add_init_script(LISTEN)
        page.on("pageerror", lambda fault: self.faults.append(str(fault)))
        self.faults = []

    def word(self, english, **values):
        """What the interface says in this screen's language."""
        with translation.override(self.language):
            return gettext(english).format(**values)

    def asked(self, number):
        return self.word("Question {number} of {total}", number=number, total=8)

    def at(self, selector, **options):
        return self.page.locator(selector, **options)

    def reads(self, selector, text):
        """Exactly this, sooner or later."""
        expect(self.at(selector)).to_have_text(text)

    def clean(self, phase):
        found = axe_violations(self.page)
        assert found == [], (type(self).__name__, phase, found)
        assert self.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), phase
        assert not self.faults

    def everything(self):
        """All text of the page, hidden or not, and of its attributes; without white space."""
        return squeezed(self.page.evaluate("document.documentElement.outerHTML"))

    def keeps_secret(self, question):
        """Neither an explanation nor a mark of the key, not even hidden in the page."""
        source, text = self.everything(), squeezed(self.page.evaluate("document.body.textContent"))
        for language in LANGUAGES:
            for explanation in question.explanations(language):
                assert explanation not in text, explanation
        assert "is-right" not in source and "is-wrong" not in source


class Desk(Screen):
    """Ana's page. She uses the keyboard alone from the moment when the session is open."""

    def open_session(self, address):
        self.page.goto(address)
        self.page.get_by_role("link", name=self.word("Open a session")).first.click()
        self.page.get_by_role("button", name=self.word("Open the session")).click()
        self.button("Open question {number}", number=1)
        self.code = self.at("#code").text_content()
        self.display_path = self.page.get_by_role("link", name=self.word("Display")).get_attribute("href")

    def button(self, english, **values):
        self.page.locator("#main-action[aria-disabled=false]", has_text=self.word(english, **values)).wait_for()

    def go_on(self, then, **values):
        """The main button; ``then`` is what it does next."""
        self.page.wait_for_timeout(CALM)
        self.page.keyboard.press("Space")
        self.button(then, **values)

    def shows(self, question, phase, order):
        self.reads("#heading", self.asked(question.number))
        self.reads("#tags .tag", self.word(phase))
        self.reads(".desk-asked", question.text(self.language))
        options = question.options(self.language)
        expect(self.at(".option .option-words > .prose")).to_have_text([options[one] for one in order])
        self.reads(".option.is-right .option-words > .prose", options[question.right])

    def counts(self, counts):
        """Stored answers of the three, and how many chose each option on the screen."""
        answered = sum(counts)
        self.reads("#stored", self.word("{count} of {of} answers stored", count=answered, of=3))
        bars = [f"{count} · {round(count / answered * 100) if answered else 0} %" for count in counts]
        expect(self.at(".option .bar-text")).to_have_text(bars)


class Display(Screen):
    """The projector, in both languages."""

    def pages(self):
        """What is on the stage, in all pages, without white space."""
        many = int(self.at("#display").get_attribute("data-pages"))
        texts = []
        for _ in range(many):
            self.page.keyboard.press("ArrowLeft")  # it stays at the first one
        for _ in range(many):
            texts.append(self.at("#stage").text_content())
            self.page.keyboard.press("ArrowRight")
        return squeezed("".join(texts))

    def phase(self, phase, question=None, heading=""):
        self.at(f"#display[data-phase={phase}]").wait_for()
        if question:
            parts = [self.asked(question.number), *([self.word(heading)] if heading else [])]
            self.reads("#heading", " · ".join(parts))

    def join_is_there(self, code):
        self.reads("#code", code)
        assert self.page.evaluate("document.getElementById('qr').naturalWidth") > 0
        assert self.page.evaluate("document.documentElement.scrollHeight <= innerHeight"), "the display never scrolls"

    def shows(self, question, order):
        text = self.pages()
        for language in LANGUAGES:
            assert squeezed(question.text(language)) in text
            places = [text.index(squeezed(question.options(language)[one])) for one in order]
            assert places == sorted(places), "the same order as on the phones"

    def has_bars(self, question, order, counts):
        """Each option has its own bar: behind its text, and before the next option."""
        text, answered = self.pages(), sum(counts)
        for language in LANGUAGES:
            places = [text.index(squeezed(question.options(language)[one])) for one in order]
            for start, end, count in zip(places, [*places[1:], None], counts, strict=True):
                assert f"{count}·{round(count / answered * 100)}%" in text[start:end], (language, count)


class Phone(Screen):
    def __init__(self, page, name, language):
        super().__init__(page, language)
        self.name, self.heard = name, 0
        with translation.override(language):
            self.words = phone_words()

    def say(self, key, **values):
        """The word of the interface, in this phone's language."""
        form = self.words[key]
        if isinstance(form, dict):
            form = form["one" if values["count"] == 1 or (self.language == "hi" and not values["count"]) else "other"]
        return form.format(**values)

    def join(self, address):
        self.page.goto(address)
        self.at("input#name:focus").wait_for()
        self.page.keyboard.type(self.name)
        self.page.keyboard.press("Enter")
        self.reads("#heading", self.say("lobby", name=self.name))
        assert self.at("html").get_attribute("lang") == self.language

    def announced_once(self):
        """One announcement since the last time that this was asked. Time running out is not a phase."""
        short = self.say("short")
        self.page.wait_for_function(
            "([short, more]) => said.filter(one => one !== short).length >= more", arg=[short, self.heard + 1]
        )
        said = [one for one in self.page.evaluate("said") if one != short]
        assert len(said) == self.heard + 1, said
        self.heard += 1
        return said[-1]

    # --- an open question ---

    def is_asked(self, question):
        """The order of the options, as places among those of the file."""
        self.reads("#heading", self.asked(question.number))
        self.reads("#question", question.text(self.language))
        assert self.at("#question").get_attribute("lang") == self.language
        expect(self.at("#options label")).to_have_count(4)
        shown = [one.strip() for one in self.at("#options label > .prose").all_text_contents()]
        options = question.options(self.language)
        self.reads("#state", self.say("none"))
        expect(self.at("#clock")).to_be_visible()
        for later in ("#outcome", "#shown", "#board", "#summary", "#corrected"):
            expect(self.at(later)).to_be_hidden()
        assert self.at("input:checked").count() == 0
        return [options.index(one) for one in shown]

    def answer(self, place):
        self.at("#options label").nth(place).click()

    def has_stored(self, place):
        self.reads("#state", self.say("received"))
        expect(self.at("#options input:checked")).to_have_value(str(place))

    # --- what comes after it ---

    def is_closed(self, place):
        self.reads("#heading", self.say("closed"))
        expect(self.at("#asked")).to_be_hidden()
        self.reads("#outcome", self._own(place))

    def _own(self, place):
        return self.say("no_answer") if place is None else self.say("your_answer", answer="ABCD"[place])

    def shows_distribution(self, counts, place):
        self.reads("#heading", self.say("distribution"))
        answered = sum(counts)
        bars = [f"{self.say('chosen_by', count=count)} · {round(count / answered * 100)} %" for count in counts]
        expect(self.at("#shown .bar-text")).to_have_text(bars)
        self.reads("#outcome", self._own(place))

    def shows_key(self, right, place, total, rank):
        self.reads("#heading", self.say("key"))
        expect(self.at("#shown .option").nth(right)).to_have_class(f"option opt-{'abcd'[right]} is-right")
        expect(self.at("#shown .is-right")).to_have_count(1)
        result = "missed" if place is None else "right" if place == right else "wrong"
        expect(self.at("#outcome .result")).to_contain_text(self.say(result))
        self.reads("#outcome p:nth-child(2)", self.say("total", points=total))
        self.reads("#outcome p:nth-child(3)", self.say("rank", rank=rank, ranked=3))
        expect(self.at("#shown .is-wrong")).to_have_count(1 if result == "wrong" else 0)
        return self.say(result)

    def explains(self, question, order):
        self.reads("#heading", self.say("explanation"))
        whole, *each = question.explanations(self.language)
        shown = [squeezed(one) for one in self.at("#shown .why").all_text_contents()]
        for why, place in zip(shown, order, strict=True):
            assert each[place] in why
        assert whole in squeezed(self.at("#shown > .card").text_content())
        assert {one.get_attribute("lang") for one in self.at("#shown .why").all()} == {self.language}

    def keeps_the_summary(self, right, asked):
        self.reads("#heading", self.say("ended"))
        self.reads("#summary > .result", self.say("right_of", right=right, count=asked))
        expect(self.at("#summary details")).to_have_count(asked)


class KeyboardPhone(Phone):
    """Ben has no pointer: in turn he presses a letter, and walks to the option with Tab and the arrow keys."""

    walks = False

    def answer(self, place):
        if self.walks:
            while not self.page.evaluate("document.activeElement.matches('#options input')"):
                self.page.keyboard.press("Tab")
            for _ in range(place):
                self.page.keyboard.press("ArrowDown")
            self.page.keyboard.press("Space")
        else:
            self.page.keyboard.press("abcd"[place])
        self.walks = not self.walks
