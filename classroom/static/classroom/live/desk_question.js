// The question at the desk, with its key and the running distribution, which the class does not see yet.

import { badge, emptyBar, fill, make, number, optionClass, picture, redraw, says, textAs } from "./draw.js";

export class QuestionCard {
  constructor(place, say) {
    this.place = place;
    this.say = say;
    this.bars = [];
  }

  draw(screen, tally, language) {
    const { question, host_key: key, host_explanation: explanation } = screen;
    this.place.hidden = !question || screen.phase === "leaderboard";
    const what = [screen.round, question, key, explanation, language];
    if (this.place.hidden) redraw(this.place, null, () => []);
    else redraw(this.place, what, () => this.#build(question, key, explanation, language));
    if (!this.place.hidden) this.count(screen, tally);
  }

  #build(question, key, explanation, language) {
    this.bars = [];
    const parts = [textAs("div", question.text, language, { class: "prose desk-asked" })];
    if (question.picture) parts.push(picture(make("img", { class: "desk-picture" }), question.picture, language));
    const rows = question.options.map((text, position) => this.#row(text, position, key, explanation, language));
    parts.push(make("ol", { class: "options" }, ...rows));
    if (says(explanation?.text, language)) parts.push(textAs("div", explanation.text, language, { class: "prose desk-because" }));
    return parts;
  }

  #row(text, position, key, explanation, language) {
    const right = key?.right.includes(position) ?? false;
    const bar = emptyBar();
    const told = make("span", { class: "bar-text" });
    this.bars.push({ bar, told });
    const body = make("div", { class: "option-body" }, textAs("div", text, language, { class: "prose" }));
    body.append(make("span", { class: "bar-line" }, bar, told));
    if (right) body.append(make("span", { class: "verdict" }, `✓ ${this.say("option_right")}`));
    const why = explanation?.options[position];
    if (says(why, language)) body.append(textAs("div", why, language, { class: "prose hint" }));
    return make("li", { class: `option ${optionClass(position)} ${right ? "is-right" : ""}` }, badge(position), body);
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

// The tally may still be of the question before, or not know the round any more once it is closed.
export function countOf(screen, tally) {
  if (screen.distribution) return screen.distribution;
  const same = tally && (tally.round === screen.round || (tally.round === null && screen.phase !== "open"));
  return same ? tally : { counts: [], answered: 0, answered_players: [] };
}
