// The list of questions, and the settings that can change during class.

import { make, redraw, textAs } from "./draw.js";

// Like redraw, but a control that had the focus gets it back if it is still there.
export function redrawKept(place, what, build) {
  const had = place.contains(document.activeElement) ? document.activeElement.dataset.key : null;
  const changed = redraw(place, what, build);
  if (changed && had) place.querySelector(`[data-key="${CSS.escape(had)}"]`)?.focus();
  return changed;
}

export function keyed(key, type, text, label, act) {
  const button = make("button", { type: "button", class: `small ${type}`, "data-key": key, "aria-label": label }, text);
  button.addEventListener("click", act);
  return button;
}

export class Plan {
  constructor(place, say, commands) {
    Object.assign(this, { place, say, commands });
  }

  draw(screen, language) {
    const { plan, upcoming, phase, number, round } = screen;
    const onScreen = screen.question ? number : null;
    const may = phase !== "open" && phase !== "ended";
    const what = [plan, upcoming, onScreen, round, may, language];
    redrawKept(this.place, what, () => plan.map((step) => this.#line(step, { upcoming, onScreen, may }, language)));
  }

  #line({ question, text, rounds, right }, { upcoming, onScreen, may }, language) {
    const number = question + 1;
    const words = make("div", { class: "grow" }, textAs("div", text, language, { class: "prose plan-text" }));
    for (const tag of this.#tags({ question, rounds, right }, upcoming, onScreen)) words.append(tag, " ");
    const buttons = [];
    if (may && rounds.length && onScreen !== number) {
      const show = () => this.commands.do("show", { round: rounds.at(-1) });
      buttons.push(keyed(`show-${question}`, "", this.say("show_result"), this.say("show_result_of", { number }), show));
    }
    if (may && !rounds.length) {
      const ask = () => this.commands.do("open", { question });
      buttons.push(keyed(`ask-${question}`, "", this.say("ask"), this.say("ask_number", { number }), ask));
    }
    return make("li", { class: "plan-line" }, make("b", {}, String(number)), words, ...buttons);
  }

  #tags({ question, rounds, right }, upcoming, onScreen) {
    const tag = (kind, text) => make("span", { class: `tag ${kind}` }, text);
    const tags = [];
    if (onScreen === question + 1) tags.push(tag("ok", this.say("on_screens")));
    if (rounds.length === 1) tags.push(tag("", this.say("asked")));
    if (rounds.length > 1) tags.push(tag("", this.say("asked_times", { count: rounds.length })));
    if (!rounds.length && question < upcoming) tags.push(tag("warn", this.say("left_out")));
    if (!right.length) tags.push(tag("warn", this.say("no_key")));
    if (question === upcoming) tags.push(tag("", this.say("is_next")));
    return tags;
  }
}

export class Switches {
  constructor(form, say, commands) {
    Object.assign(this, { form, say, commands });
    form.addEventListener("change", ({ target }) => this.#changed(target));
    form.addEventListener("submit", (event) => event.preventDefault());
  }

  draw({ settings, locked, phase, scoring }) {
    this.settings = { ...settings, locked };
    for (const control of this.form.elements) {
      const value = this.settings[control.name];
      if (control.type === "checkbox") control.checked = Boolean(value);
      else if (control.tagName === "SELECT") control.value = value;
    }
    this.form.querySelector("fieldset").disabled = phase === "ended";
    this.form.elements.leaderboard.disabled = scoring === "none";
  }

  toggle(name) {
    if (this.form.elements[name].disabled) return this.commands.tell(this.say("no_scoring"));
    this.commands.do("configure", { [name]: !this.settings[name] });
  }

  #changed(control) {
    const value = control.type === "checkbox" ? control.checked : control.value;
    this.commands.do("configure", { [control.name]: value });
  }
}
