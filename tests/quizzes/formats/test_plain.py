"""Plain numbered lists as teachers write them: what is read, what is asked, what is never guessed."""
# ruff: noqa: E501 (a case reads best in one line)

from pathlib import Path

import pytest

from quizzes.formats import read_bytes

SEED = Path(__file__).parent.parent / "data" / "seed.txt"
SAMPLES = Path(__file__).parents[4] / "shared" / "samples" / "list"


def read(text):
    return read_bytes(text.encode())


def key(draft):
    return ["".join("ABCDEFGHIJ"[at] for at, one in enumerate(q.options) if one.correct) for q in draft.questions]


def options(draft, question=0):
    return [next(iter(one.text.values())) for one in draft.questions[question].options]


def stems(draft):
    return [next(iter(one.text.values()), "") for one in draft.questions]


def codes(draft):
    return [one.code for one in draft.issues]


def test_the_seed_gives_eight_questions_and_asks_for_eight_answers():
    draft = read_bytes(SEED.read_bytes(), SEED.name)
    assert [len(one.options) for one in draft.questions] == [4] * 8
    assert [one.line for one in draft.questions] == [5, 10, 15, 20, 25, 30, 35, 40]
    assert codes(draft) == ["missing_answer"] * 8 and draft.languages == ["hi"]
    assert draft.title == {"hi": "मिश्रित परिशुद्धता प्रशिक्षण प्रश्नोत्तरी"}
    assert draft.description == {"hi": "जैसे ही आप प्रश्नोत्तरी लेते हैं उत्तर और स्पष्टीकरण दिखाई देते हैं।"}
    assert options(draft)[0] == "छोटे वजन अपडेट में सटीकता बनाए रखने के लिए जिसे 16-बिट गोल कर सकता है"
    assert stems(draft)[3].startswith("For many supported Tensor Core")


def test_every_line_is_accounted_for():
    draft = read_bytes(SEED.read_bytes(), SEED.name)
    assert [one.number for one in draft.lines] == list(range(1, len(SEED.read_text().splitlines()) + 1))
    roles = [one.role for one in draft.lines]
    assert roles.count("question") == 8 and roles.count("option") == 32
    assert roles[:4] == ["title", "blank", "description", "blank"]


@pytest.mark.skipif(not SAMPLES.exists(), reason="the shared samples are not here")
def test_a_chinese_class_test_is_read_as_its_manifest_says():
    draft = read_bytes((SAMPLES / "zh-ethics-01.txt").read_bytes(), "zh-ethics-01.txt")
    assert len(draft.questions) == 20 and draft.languages == ["zh"] and draft.issues == []
    choice = [one for one in draft.questions if one.kind in ("single", "multiple")]
    assert len(choice) == 17 and not any(one.missing_answer for one in choice)
    assert key(draft)[:11] == ["C", "B", "B", "A", "B", "C", "D", "B", "A", "ABCD", "ABC"]
    # Three have "true." and "false." instead of letters.
    assert [one.kind for one in draft.questions[17:]] == ["truefalse"] * 3 and key(draft)[17:] == ["B", "A", "A"]


NUMBERS = ["1.", "1)", "(1)", "१.", "१)", "प्रश्न 1:", "प्रश्न १ -", "Q1.", "Q. 1)", "Question 1", "**1.**", "1、", "第1题",
           "س1:", "س١.", "№ 1.", "## 1."]  # fmt: skip


@pytest.mark.parametrize("number", NUMBERS)
def test_numbers_in_any_digits_and_words(number):
    draft = read(f"{number} Which is prime?\nA) 21\nB) 23 *\n")
    assert stems(draft) == ["Which is prime?"] and options(draft) == ["21", "23"] and key(draft) == ["B"]


LISTS = ["A) B) C)", "a. b. c.", "(a) (b) (c)", "(क) (ख) (ग)", "क) ख) ग)", "अ. ब. स.", "A． B． C．", "А) Б) В)", "A) В) С)",
         "أ) ب) ج)", "① ② ③", "ⓐ ⓑ ⓒ", "• • •", "- - -", "* * *", "– – –", "\uf0b7 \uf0b7 \uf0b7", "[] [] []", "○ ○ ○",
         "i) ii) iii)", "১) ২) ৩)"]  # fmt: skip


@pytest.mark.parametrize("labels", LISTS)
def test_options_behind_letters_and_bullets_of_any_script(labels):
    lines = [f"   {label} option {at}" for at, label in enumerate(labels.split(), 1)]
    draft = read("1. Which?\n" + "\n".join(lines))
    assert options(draft) == ["option 1", "option 2", "option 3"]
    assert codes(draft) == ["missing_answer"], "and nothing is taken for a mark"


MARKS = ["*B) x", "* B) x", "B) x *", "B) x +", "B) x ✓", "B) x ✔️", "B) x (correct)", "B) x (सही)", "B) x (верно)", "✅ B) x",
         "B) ✓ x", "B) x (الإجابة الصحيحة)", "B) x +.", "[x] x"]  # fmt: skip


@pytest.mark.parametrize("line", MARKS)
def test_marks_of_a_right_option(line):
    draft = read(f"1. Which?\nA) w\n{line}\nC) y\n")
    assert key(draft) == ["B"] and options(draft) == ["w", "x", "y"] and codes(draft) == []


@pytest.mark.parametrize("text", ["C++", "Na+", "A*", "5 *", "x \\*", "**bold**", "f(x)"])
def test_signs_that_belong_to_the_option(text):
    draft = read(f"1. Which?\nA) {text}\nB) other\n")
    assert key(draft) == ["A" if text == "5 *" else ""]


ANSWERS = ["Answer: B", "ANSWER: b", "Ans- b", "Ans. (b)", "उत्तर: (b)", "उत्तर – (b) two", "सही उत्तर: B) two", "**उत्तर:** (b)",
           "जवाब: 2", "Ответ: b", "الإجابة: b", "参考答案：B", "Key = B", "Answer: two", "Answer:\nB", "Correct answer: B."]  # fmt: skip


@pytest.mark.parametrize("line", ANSWERS)
def test_answer_lines(line):
    draft = read(f"1. Which?\na) one\nb) two\nc) three\n{line}\n2. And?\na) x *\nb) y\nc) z\n")
    assert key(draft) == ["B", "A"] and codes(draft) == []


@pytest.mark.parametrize("answer", ["A, C", "A and C", "AC", "A C", "a;c", "A & C", "A और C", "1, 3"])
def test_several_right_answers_make_it_multiple(answer):
    draft = read(f"1. Which?\nA. w\nB. x\nC. y\nAnswer: {answer}\n")
    assert key(draft) == ["AC"] and draft.questions[0].kind == "multiple"


def test_answers_by_the_script_of_the_options():
    draft = read("१. कौन?\nक) एक\nख) दो\nग) तीन\nउत्तर: ख\n\n२. कौन?\nअ) एक\nब) दो\nस) तीन\nउत्तर: स\n")
    assert key(draft) == ["B", "C"]


@pytest.mark.parametrize("answer", ["E", "four", "B) one", "see page 9", "A, E", "9"])
def test_an_answer_that_fits_no_option_is_asked_for(answer):
    draft = read(f"1. Which?\nA) one\nB) two\nC) three\nAnswer: {answer}\n")
    assert codes(draft) == ["missing_answer", "answer_unknown"] and key(draft) == [""]


@pytest.mark.parametrize(
    "block",
    ["Answers:\n1. B\n2. A", "Answer key\n1-B 2-A", "उत्तरमाला\n१. ख, २. क", "Ответы:\n1) b; 2) a", "Answers: 1-B, 2-A"],
)
def test_the_answers_may_stand_at_the_end(block):
    draft = read(f"1. Which?\nA) w\nB) x\n2. Which?\nA) y\nB) z\n\n{block}\n")
    assert key(draft) == ["B", "A"] and codes(draft) == []


def test_an_answer_in_the_list_to_no_question_is_told():
    assert "answer_astray" in codes(read("1. Which?\nA) w\nB) x\nAnswers:\n1. A\n7. B\n"))


def test_two_parts_that_both_count_from_one_share_the_list():
    part = "1. Which?\nA) w\nB) x\n2. Which?\nA) y\nB) z\n"
    assert key(read(f"{part}\n{part}\nAnswers:\n1. A\n2. B\n1. B\n2. A\n")) == ["A", "B", "B", "A"]


def test_a_star_before_every_option_is_a_bullet_and_before_some_a_mark():
    assert key(read("1. Which?\n* a\n* b\n2. Which?\n* c\n* d\n")) == ["", ""]
    assert key(read("1. Which?\n* a\n* b\n2. Which?\n- c\n* d\n")) == ["AB", "B"]


def test_numbers_below_a_number_are_options_when_they_stand_farther_in_or_look_different():
    assert options(read("1. Which?\n   1. one\n   2. two\n2. And?\n   1. x\n   2. y\n"), 1) == ["x", "y"]
    assert options(read("1. Which?\n1) one\n2) two\n2. And?\n1) x\n2) y\n"), 1) == ["x", "y"]


def test_statements_before_lettered_options_belong_to_the_question():
    draft = read("1. Consider:\n   1. Iron rusts\n   2. Gold rusts\n   A) only 1\n   B) both\n   Answer: A\n")
    assert stems(draft) == ["Consider:\n1. Iron rusts\n2. Gold rusts"] and options(draft) == ["only 1", "both"]


def test_options_in_one_line():
    draft = read(
        "1. 2 + 2 = ?\n(a) 3   (b) 4   (c) 5\nAns: (b)\n2. 3 + 3 = ? (a) 5 (b) 6 (c) 7\nAns: b\n3. f(a) is (b)?\na) x\nb) y *\n"
    )
    assert [options(draft, at) for at in range(3)] == [["3", "4", "5"], ["5", "6", "7"], ["x", "y"]]
    assert key(draft) == ["B", "B", "B"] and stems(draft)[1:] == ["3 + 3 = ?", "f(a) is (b)?"]


@pytest.mark.parametrize(
    "line",
    ["(अ) H2O (ब) CO2 (स) O2 (द) NaCl", "(क) H2O (ख) CO2 (ग) O2 (घ) NaCl", "(i) H2O (ii) CO2 (iii) O2 (iv) NaCl",
     "(1) H2O (2) CO2 (3) O2 (4) NaCl", "(१) H2O (२) CO2 (३) O2 (४) NaCl", "1) H2O 2) CO2 3) O2 4) NaCl", "A) H2O\tB) CO2\nC) O2\tD) NaCl"],
)  # fmt: skip
def test_options_in_one_line_with_any_labels(line):
    answer = {"अ": "ब", "क": "ख", "i": "(ii)", "1": "2", "१": "२", "A": "B"}[line.strip("(")[0]]
    draft = read(f"7. जल का सूत्र है -\n{line}\nउत्तर: {answer}\n8. और?\nA) x *\nB) y\n")
    assert options(draft) == ["H2O", "CO2", "O2", "NaCl"] and key(draft)[0] == "B"


def test_an_only_option_is_never_taken_for_the_right_one():
    draft = read("1. Which?\n(i) one or (iii) two\nAnswer: (ii)\n2. And?\nA) x *\nB) y\n")
    assert key(draft)[0] == "" and {"one_option", "missing_answer", "answer_unknown"} <= set(codes(draft))


@pytest.mark.parametrize(
    "line",
    ["Ans B", "Ans. Two", "Answer Two", "Ans.: (b)", "Ans→ b", "Correct answer is B", "सही उत्तर है B", "उत्तर (b)", "उत्तर b", "उ०- (b)",
     "Correct Answer: Option B", "Answer: option (b)", "उत्तर: विकल्प B"],
)  # fmt: skip
def test_an_answer_line_without_its_colon_is_no_part_of_the_last_option(line):
    draft = read(f"1. Which?\n(a) One\n(b) Two\n(c) Three\n{line}\n")
    assert options(draft) == ["One", "Two", "Three"] and key(draft) == ["B"] and codes(draft) == []


def test_an_answer_line_that_nobody_understands_is_kept_out_of_the_option_and_told():
    draft = read("1. Which?\n(a) One\n(b) Two\nAnswer see below\n")
    assert options(draft) == ["One", "Two"] and codes(draft) == ["missing_answer", "answer_unknown"]


def test_bullets_as_word_copies_them():
    assert options(read("1. Which?\n§\tone\n§\ttwo\n")) == ["one", "two"]


def test_a_number_used_twice():
    assert codes(read("3. Which?\nA) a *\nB) b\n3. Which?\nA) a *\nB) b\n")) == ["number_twice"]


def test_a_text_goes_on_until_something_else_begins():
    draft = read(
        "1. First line\nsecond line\n\n   after a gap\nA) option\ngoes on\nB) other\nExplanation: since\n- so\n- and so\n"
    )
    assert stems(draft) == ["First line\nsecond line\n\nafter a gap"] and options(draft) == ["option\ngoes on", "other"]
    assert draft.questions[0].explanation == {"en": "since\n- so\n- and so"}


def test_code_is_left_alone():
    code = "```python\n1. x\n\n  A) y\nAnswer: z\n```"
    draft = read(f"1. What does it print?\n{code}\nA) 1\nB) 2 *\n2. And?\nA) 3 *\nB) 4\n")
    assert stems(draft)[0] == f"What does it print?\n{code}" and key(draft) == ["B", "A"]


def test_a_fence_that_never_closes_swallows_nothing():
    assert key(read("1. What is ``` ?\n```\nA) 1 *\nB) 2\n2. And?\nA) 3 *\nB) 4\n")) == ["A", "A"]


def test_settings_explanations_and_a_second_language():
    draft = read(
        "Numbers\n[hi] संख्याएँ\nLanguages: en, hi\n\n1. Which is prime?\n[hi] कौन अभाज्य है?\n   • 21\n     Why: It is 3 × 7.\n"
        "     [hi] यह 3 × 7 है।\n   * 23\nExplanation: 23 has no divisors.\n[hi] 23 का कोई भाजक नहीं।\nTime: none\nPoints: 3\n"
    )
    one = draft.questions[0]
    assert draft.title == {"en": "Numbers", "hi": "संख्याएँ"} and draft.languages == ["en", "hi"]
    assert one.text == {"en": "Which is prime?", "hi": "कौन अभाज्य है?"}
    assert one.options[0].explanation == {"en": "It is 3 × 7.", "hi": "यह 3 × 7 है।"}
    assert one.explanation == {"en": "23 has no divisors.", "hi": "23 का कोई भाजक नहीं।"}
    assert (one.time_limit, one.points, key(draft)) == (None, 3, ["B"]) and codes(draft) == []


def test_true_or_false():
    draft = read(
        "1. Ice floats.\nA) True\nB) False\nAnswer: True\n2. Ice sinks. (T/F)\nAnswer: F\n3. बर्फ तैरती है।\n- सही *\n- गलत\n"
    )
    assert [one.kind for one in draft.questions] == ["truefalse"] * 3 and key(draft) == ["A", "B", "A"]
    assert options(draft, 1) == ["True", "False"]


def test_without_numbers_a_paragraph_with_options_is_a_question():
    draft = read(
        "Arithmetic\n\nWhat is 2 + 2?\nA) 3\nB) 4\nANSWER: B\n\nWhat is 3 + 3?\nA) 6\nB) 7\nANSWER: A\n\nGood luck!\n"
    )
    assert stems(draft) == ["What is 2 + 2?", "What is 3 + 3?"] and key(draft) == ["B", "A"]
    assert draft.title == {"en": "Arithmetic"} and codes(draft) == ["line_ignored"]


def test_numbered_instructions_are_no_questions():
    draft = read(
        "Test\nनिर्देश:\n1. सभी प्रश्न अनिवार्य हैं।\n2. समय 1 घंटा।\n\n1. कौन?\nA) एक *\nB) दो\n2. क्या?\nA) तीन *\nB) चार\n"
    )
    assert stems(draft) == ["कौन?", "क्या?"] and "1. सभी प्रश्न अनिवार्य हैं।" in draft.description["hi"]


def test_a_heading_between_questions_is_left_out_and_told():
    draft = read("1. Which?\nA) w *\nB) x\n\nPart B\n\n2. Which?\nA) y *\nB) z\n")
    assert options(draft) == ["w", "x"] and codes(draft) == ["line_ignored"]
    assert [one.text for one in draft.lines if one.role == "ignored"] == ["Part B"]


def test_a_year_at_the_beginning_of_a_line_is_no_question():
    draft = read("1. In which year?\n1857. That year something began.\nA) w *\nB) x\n")
    assert len(draft.questions) == 1 and "1857." in stems(draft)[0]


def test_e_coli_is_no_option():
    assert stems(read("1. Of bacteria:\nE. coli is one.\nA) w *\nB) x\n")) == ["Of bacteria:\nE. coli is one."]


def test_what_is_odd_is_told():
    usual = "".join(f"{n}. Which?\nA) a *\nB) b\nC) c\n" for n in range(1, 5))
    assert codes(read(usual + "7. Which?\nA) a *\nB) b\n")) == ["numbers_skip", "odd_option_count"]
    assert codes(read("1. Which?\nA) a *\n2. Which?\n")) == ["one_option", "no_options", "missing_answer"]
    many = "1. Which?\n" + "".join(f"{letter}) {letter}\n" for letter in "ABCDEFGHIJKL") + "Answer: A\n"
    assert codes(read(many)) == ["too_many_options"] and len(read(many).questions[0].options) == 10


def test_more_questions_than_a_quiz_holds():
    draft = read("".join(f"{n}. Which?\nA) a *\nB) b\n" for n in range(1, 1002)))
    assert len(draft.questions) == 1000 and codes(draft) == ["too_many_questions"]


def test_the_example_of_the_documentation():
    text = (Path(__file__).parents[3] / "docs" / "plain-format.md").read_text().split("```")[1]
    draft = read(text)
    one = draft.questions[0]
    assert codes(draft) == [] and key(draft) == ["B"] and (one.time_limit, one.points) == (45, 2)
    assert all(
        set(strings) == {"en", "hi"}
        for strings in (draft.title, one.text, one.explanation, *(option.explanation for option in one.options))
    )
