// The question at the desk, with its key and the running distribution, which the class does not see yet.

import { badge, emptyBar, fill, make, number, optionClass, picture, redraw, says, textAs } from "./draw.js";

export class QuestionCard {
  constructor(place, say) {
    this.place = place;
    this.say = say;
    this.bars = [];
    this.unfolded = false; // the host wants to see the explanations before the class does
  }

  draw(screen, tally, language) {
    const { question, host_key: key, host_explanation: explanation, phase } = screen;
    this.place.hidden = !question || phase === "leaderboard";
    const shown = phase === "explanation";
    const what = [screen.round, question, key, explanation, shown, language];
    if (this.place.hidden) redraw(this.place, null, () => []);
    else redraw(this.place, what, () => this.#build(question, { key, explanation, shown }, language));
    if (!this.place.hidden) this.count(screen, tally);
  }

  #build(question, { key, explanation, shown }, language) {
    this.bars = [];
    const parts = [textAs("div", question.text, language, { class: "prose desk-asked" })];
    if (question.picture) parts.push(picture(make("img", { class: "desk-picture" }), question.picture, language));
    const rows = question.options.map((text, position) => {
      return this.#row(text, position, { key, why: shown ? explanation?.options[position] : null }, language);
    });
    parts.push(make("ol", { class: "options" }, ...rows));
    if (!explanation) return parts;
    if (!shown) parts.push(...this.#foreseen(explanation, language));
    else if (says(explanation.text, language)) parts.push(because(explanation.text, language));
    return parts;
  }

  #row(text, position, { key, why }, language) {
    const right = key?.right.includes(position) ?? false;
    const bar = emptyBar();
    const told = make("span", { class: "bar-text" });
    this.bars.push({ bar, told });
    const words = make("div", { class: "option-words" }, textAs("div", text, language, { class: "prose" }));
    if (right) words.append(make("span", { class: "verdict" }, `✓ ${this.say("option_right")}`));
    const line = make("div", { class: "option-line" }, words, make("span", { class: "bar-line" }, bar, told));
    const body = make("div", { class: "option-body" }, line);
    if (says(why, language)) body.append(textAs("div", why, language, { class: "prose hint" }));
    return make("li", { class: `option ${optionClass(position)} ${right ? "is-right" : ""}` }, badge(position), body);
  }

  // The explanations that the class has not seen yet, folded up: the host can read ahead.
  #foreseen({ text, options }, language) {
    const parts = options.flatMap((why, position) => {
      if (!says(why, language)) return [];
      return [make("li", { class: `row ${optionClass(position)}` }, badge(position), textAs("div", why, language, { class: "prose grow" }))];
    });
    if (!parts.length && !says(text, language)) return [];
    const fold = make("details", { class: "desk-foreseen", open: this.unfolded }, make("summary", {}, this.say("foreseen")));
    if (parts.length) fold.append(make("ul", { class: "plain stack tight hint" }, ...parts));
    if (says(text, language)) fold.append(because(text, language));
    fold.addEventListener("toggle", () => (this.unfolded = fold.open));
    return [fold];
  }

  // Only the bars move while answers come in.
  count(screen, tally) {
    const running = countOf(screen, tally);
    this.bars.forEach(({ bar, told }, position) => {
      const count = running.counts[position] ?? 0;
      const part = running.answered ? count / running.answered : 0;
      fill(bar, part);
      const text = `${number(count)} · ${number(Math.round(part * 100), 0)} %`;
      if (told.textContent !== text) told.textContent = text;
    });
  }
}

const because = (text, language) => textAs("div", text, language, { class: "prose desk-because" });

// The tally may still be of the question before, or not know the round any more once it is closed.
export function countOf(screen, tally) {
  if (screen.distribution) return screen.distribution;
  const same = tally && (tally.round === screen.round || (tally.round === null && screen.phase !== "open"));
  return same ? tally : { counts: [], answered: 0, answered_players: [] };
}
