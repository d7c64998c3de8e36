// A mistake noticed in class: another key, one more accepted option, a question withdrawn; each can be undone.

import { badge, letter, make, optionClass, textAs } from "./draw.js";
import { keyed, redrawKept } from "./desk_lesson.js";

export class Corrections {
  constructor(parts, questions, say, commands) {
    Object.assign(this, parts, { questions, say, commands }); // box, form, choice, options, withdraw, made, none, fault
    const { form, choice, withdraw } = parts;
    choice.addEventListener("change", () => this.draw(this.screen, this.language));
    withdraw.addEventListener("click", () => this.#withdraw());
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#changeKey();
    });
  }

  draw(screen, language) {
    Object.assign(this, { screen, language });
    const asked = screen.plan.filter(({ rounds }) => rounds.length);
    this.form.hidden = !asked.length;
    this.none.hidden = asked.length > 0;
    if (asked.length) this.#drawForm(asked);
    const { corrections } = screen;
    redrawKept(this.made, corrections, () => [...corrections].reverse().map((one) => this.#line(one)));
  }

  #drawForm(asked) {
    const before = this.choice.value;
    const numbers = asked.map(({ question }) => question);
    redrawKept(this.choice, numbers, () => numbers.map((at) => make("option", { value: at }, this.say("number", { number: at + 1 }))));
    // A question that has just come on the screens is the one that a correction is most likely about.
    if (this.seen !== this.screen.round && this.screen.number) this.choice.value = this.screen.number - 1;
    else if (before && numbers.includes(Number(before))) this.choice.value = before;
    this.seen = this.screen.round;
    const question = Number(this.choice.value);
    const { right } = this.screen.plan[question];
    redrawKept(this.options, [question, right, this.language], () => this.#optionsOf(question, right));
    this.withdraw.hidden = !this.#roundToWithdraw(question);
    this.withdraw.textContent = this.say("withdraw_question", { number: question + 1 });
  }

  #optionsOf(question, right) {
    const { kind, options } = this.questions[question];
    const type = kind === "multiple" ? "checkbox" : "radio";
    // Of a single choice with two accepted options a radio can show one: none is chosen then.
    const chosen = type === "radio" && right.length > 1 ? [] : right;
    return options.map((text, position) => {
      const input = make("input", { type, name: "right", value: position, checked: chosen.includes(position), "data-key": `right-${position}` });
      const words = textAs("span", text, this.language, { class: "prose" });
      const label = make("label", { class: `choice grow ${optionClass(position)}` }, input, badge(position), words);
      const accept = () => this.commands.do("accept", { question, option: position }, () => this.#told());
      const label2 = `${this.say("accept")}: ${letter(position)}`;
      const also = right.includes(position)
        ? make("span", { class: "tag ok" }, `✓ ${this.say("option_right")}`)
        : keyed(`accept-${position}`, "", this.say("accept"), label2, accept);
      return make("div", { class: "row mend-line" }, label, also);
    });
  }

  // Opens the panel at the question on the screens.
  show() {
    if (this.screen.number) this.choice.value = this.screen.number - 1;
    this.draw(this.screen, this.language);
    this.box.open = true;
    this.box.scrollIntoView({ block: "nearest" });
    (this.options.querySelector("input:checked") ?? this.options.querySelector("input")).focus();
  }

  #changeKey() {
    const right = [...this.options.querySelectorAll("input:checked")].map(({ value }) => Number(value));
    this.fault.hidden = right.length > 0;
    if (!right.length) return this.options.querySelector("input").focus();
    const before = this.screen.plan[Number(this.choice.value)].right;
    if (String(right) === String(before)) return this.commands.tell(this.say("same_key"));
    this.commands.do("change_key", { question: Number(this.choice.value), right }, () => this.#told());
  }

  #withdraw() {
    const round = this.#roundToWithdraw(Number(this.choice.value));
    this.commands.do("withdraw", { round }, () => this.commands.tell(this.say("withdrawn_now"), () => this.undoLast()));
  }

  #told() {
    this.commands.tell(this.say("key_now"), () => this.undoLast());
  }

  undoLast() {
    const last = this.screen.corrections.findLast(({ undone }) => !undone);
    if (last) this.commands.do("undo_correction", { number: last.number });
  }

  #roundToWithdraw(question) {
    const gone = this.screen.corrections.filter((one) => one.kind === "withdraw" && !one.undone).map((one) => one.round);
    return this.screen.plan[question].rounds.findLast((round) => !gone.includes(round));
  }

  #line({ number, kind, question, undone }) {
    const what = this.say(`mended_${kind}`, { number: question + 1 });
    const undo = () => this.commands.do("undo_correction", { number });
    const end = undone
      ? make("span", { class: "tag" }, this.say("undone"))
      : keyed(`undo-${number}`, "", this.say("undo"), this.say("undo_of", { what }), undo);
    return make("li", { class: "row" }, make("span", { class: undone ? "grow is-undone" : "grow" }, what), end);
  }
}
