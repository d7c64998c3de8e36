// Drawing that the phone, the display and the desk share. Texts of the quiz come as HTML that the server has made
// safe; every other text goes in as text.

const LETTERS = "ABCDEFGHIJ";
export const letter = (position) => LETTERS[position] ?? String(position + 1);
export const letters = (response) => response.map(letter).join(", ");

// --- words of the interface: <script type="application/json" id="words"> in the page, in the reader's language ---

// say("left", {count: 3}) fills {count} in; a word with plural forms is an object {"one": ..., "other": ...}.
export function sayer(id = "words") {
  const words = JSON.parse(document.getElementById(id).textContent);
  const plurals = new Intl.PluralRules(document.documentElement.lang || "en");
  return (name, values = {}) => {
    const form = words[name] ?? name;
    const text = typeof form === "string" ? form : form[plurals.select(values.count)] ?? form.other;
    const filled = (value) => (typeof value === "number" ? number(value) : value);
    return text.replace(/\{(\w+)\}/g, (hole, key) => filled(values[key]) ?? hole);
  };
}

export function number(value, digits = 1) {
  return new Intl.NumberFormat(document.documentElement.lang || "en", { maximumFractionDigits: digits }).format(value);
}

// --- elements ---

// make("p", {class: "hint", hidden: true}, "text", otherElement)
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

// Shows a text of the quiz in one language (or the first there is), with its own lang and direction.
export function texts(element, these, language) {
  const words = these?.[language] ?? Object.values(these ?? {})[0];
  element.hidden = !words?.html;
  if (!words) return element.replaceChildren();
  if (element.drawn !== words.html) element.innerHTML = element.drawn = words.html;
  element.lang = words.lang;
  element.dir = "auto";
}

// A quiz text as a new element.
export function textAs(tag, these, language, attributes = {}) {
  const element = make(tag, attributes);
  texts(element, these, language);
  return element;
}

export const says = (these, language) => Boolean((these?.[language] ?? Object.values(these ?? {})[0])?.html);

// Plain text; an empty one hides the element.
export function show(element, text) {
  element.hidden = !text;
  if (element.textContent !== text) element.textContent = text;
}

// The button to the next language of the quiz: its value is the code, its name is in that language.
export function showFlip(button, languages, language) {
  const next = languages[(languages.indexOf(language) + 1) % languages.length];
  button.hidden = languages.length < 2;
  button.lang = button.value = next;
  button.textContent = new Intl.DisplayNames([next], { type: "language" }).of(next);
}

// A picture of the quiz in an <img>, or none.
export function picture(image, these, language) {
  image.hidden = !these;
  if (!these) return image;
  if (image.getAttribute("src") !== these.src) image.src = these.src;
  image.alt = textAs("span", these.alt, language).textContent;
  return image;
}

// Letter and shape of an option; its colour comes from the class opt-a ... opt-j on the option around it.
export const badge = (position) => make("span", { class: "mark" }, make("span", {}, letter(position)));
export const optionClass = (position) => `opt-${letter(position).toLowerCase()}`;

// An option that can be chosen: letter, text, radio button or tick box.
export function choice(text, position, { several, language }) {
  const type = several ? "checkbox" : "radio";
  const input = make("input", { type, name: "answer", value: position, "aria-keyshortcuts": letter(position) });
  const words = textAs("span", text, language, { class: "prose" });
  return make("label", { class: `option ${optionClass(position)}` }, badge(position), words, input);
}

// Draws into `place` only if what it depends on changed, so that nothing flickers or loses its focus.
export function redraw(place, what, build) {
  const now = JSON.stringify(what);
  if (place.drawn === now) return false;
  place.drawn = now;
  place.replaceChildren(...[build()].flat());
  return true;
}

// --- bars ---

const SVG = "http://www.w3.org/2000/svg";

// An svg.bar (see base.css) that is filled to `part`, 0 to 1. fill(svg, part) changes it.
export function emptyBar() {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", "bar");
  svg.setAttribute("viewBox", "0 0 100 10");
  svg.setAttribute("preserveAspectRatio", "none");
  svg.setAttribute("aria-hidden", "true");
  const rect = svg.appendChild(document.createElementNS(SVG, "rect"));
  rect.setAttribute("height", "10");
  return svg;
}

export function fill(svg, part) {
  svg.firstElementChild.setAttribute("width", (part * 100).toFixed(1));
}

// A bar with its number as text beside it, so that nothing depends on seeing the length.
export function bar(count, most, text) {
  const svg = emptyBar();
  fill(svg, most ? count / most : 0);
  return make("span", { class: "bar-line" }, svg, make("span", { class: "bar-text" }, text));
}

// --- a question with what is known about it by now ---

// Distribution, key, explanation and the student's own response may each be missing. An array of elements.
export function review({ question, distribution, key, explanation, own = [] }, language, say) {
  const parts = [textAs("div", question.text, language, { class: "prose question" })];
  if (question.picture) parts.push(picture(make("img", { class: "picture" }), question.picture, language));
  const rows = question.options.map((text, position) => {
    const chosen = own.includes(position);
    const right = key?.right.includes(position) ?? false;
    const body = make("div", { class: "option-body" }, textAs("div", text, language, { class: "prose" }));
    if (distribution) body.append(share(distribution.counts[position], distribution.answered, say));
    const verdict = verdictOf(chosen, right, Boolean(key), say);
    if (verdict) body.append(make("span", { class: "verdict" }, verdict));
    const why = explanation?.options[position];
    if (says(why, language)) body.append(textAs("div", why, language, { class: "prose why" }));
    const state = right ? "is-right" : key && chosen ? "is-wrong" : chosen ? "is-chosen" : key ? "is-faded" : "";
    return make("li", { class: `option ${optionClass(position)} ${state}` }, badge(position), body);
  });
  parts.push(make("ol", { class: "options" }, ...rows));
  if (says(explanation?.text, language)) parts.push(textAs("div", explanation.text, language, { class: "prose card" }));
  return parts;
}

function share(count, answered, say) {
  const percent = number(answered ? Math.round((count / answered) * 100) : 0, 0);
  return bar(count, answered, `${say("chosen_by", { count })} · ${percent} %`);
}

function verdictOf(chosen, right, known, say) {
  if (!known) return chosen ? say("option_yours") : "";
  if (chosen) return right ? `✓ ${say("option_yours_right")}` : `✗ ${say("option_yours_wrong")}`;
  return right ? `✓ ${say("option_right")}` : "";
}

// The places of a leaderboard; `you` is the reader's own name, if they play.
export function board(places, you, say) {
  const rows = places.map(({ rank, name, points }) => {
    const place = make("span", { class: "place", "aria-label": say("place", { rank }), role: "img" }, number(rank, 0));
    const own = name === you ? [make("span", { class: "tag ok" }, say("you"))] : [];
    const worth = make("span", {}, say("points", { count: points }));
    return make("li", { class: "row" }, place, make("bdi", { class: "grow" }, name), ...own, worth);
  });
  return make("ol", { class: "plain board" }, ...rows);
}

export const SIGNS = { right: "✓", partly: "◐", wrong: "✗", missed: "–", not_presented: "–", withdrawn: "–", no_key: "–", hidden: "–" };

// After the end: every question that was asked, to unfold, with the student's own result.
export function summary(asked, results, { total, language, say }) {
  if (!asked.length) return make("p", {}, say("nothing_asked"));
  const counted = results.filter(({ result }) => ["right", "partly", "wrong", "missed"].includes(result));
  const right = counted.filter(({ result }) => result === "right").length;
  const rows = asked.map((one) => {
    const { result, points, response } = results.find(({ round }) => round === one.round) ?? { result: "missed" };
    const worth = points > 0 ? ` · ${say("points", { count: points })}` : "";
    const heading = `${say("question", { number: one.number, total })}: ${say(result)}${worth}`;
    const top = make("summary", {}, make("span", { class: "sign", "aria-hidden": "true" }, SIGNS[result]), heading);
    const more = review({ ...one, own: response ?? [] }, language, say);
    return make("details", { class: `card is-${result}` }, top, ...more);
  });
  return [make("p", { class: "result" }, say("right_of", { right, count: counted.length })), ...rows];
}

// --- countdown ---

// Counts down from the left_ms of a frame on the phone's own steady clock; nobody's wall clock is trusted.
// onTick({seconds, part, paused}) about four times a second; seconds is null when there is no limit.
export class Countdown {
  constructor(onTick) {
    this.onTick = onTick;
  }

  set({ left_ms: left, time_limit_ms: whole, paused = false }) {
    clearInterval(this.timer);
    this.paused = paused;
    this.whole = whole;
    this.end = left === null || left === undefined ? null : performance.now() + left;
    this.frozen = left;
    this.tick();
    if (this.end !== null && !paused) this.timer = setInterval(() => this.tick(), 250);
  }

  stop() {
    clearInterval(this.timer);
    this.end = null;
  }

  tick() {
    if (this.end === null) return this.onTick({ seconds: null, part: null, paused: this.paused });
    const left = Math.max(0, this.paused ? this.frozen : this.end - performance.now());
    this.onTick({ seconds: Math.ceil(left / 1000), part: this.whole ? Math.min(1, left / this.whole) : 0, paused: this.paused });
    if (left === 0) clearInterval(this.timer);
  }
}

// 75 -> "1:15"
export function clock(seconds) {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

// --- for those who hear the screen ---

// Puts `text` into the page's one polite live region, <div id="live" aria-live="polite">. The same key is
// announced once only.
export function announce(text, key = text) {
  const region = document.getElementById("live");
  if (!region || region.dataset.said === String(key)) return;
  region.dataset.said = key;
  region.textContent = text;
}

// One text of many, for the ear: each ends like a sentence.
export const spoken = (parts) => parts.map((one) => (/[.!?।…]$/.test(one) ? one : `${one}.`)).join(" ");

const lost = (element) => !element.isConnected || element.closest("[hidden]") || element.matches(":disabled");
let resting = null; // what had the focus and cannot have it now: after a pause it has it again

// Runs `change`; if that removes, hides or disables what had the focus, the focus goes to `place`, which has no name
// to be read out: what is new is announced. And it comes back when it can.
export function keepFocus(place, change) {
  const before = document.activeElement;
  change();
  if (before && before !== document.body && lost(before)) {
    resting = before;
    place.focus({ preventScroll: true });
  } else if (resting && !lost(resting)) {
    if (document.activeElement === place) resting.focus({ preventScroll: true });
    resting = null;
  }
}

// Among the inputs in `place` the arrow keys move the focus and choose nothing; space and enter choose.
export function arrowsOnlyMove(place) {
  place.addEventListener("keydown", (event) => {
    const inputs = [...place.querySelectorAll("input")];
    const at = inputs.indexOf(event.target);
    const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    if (at < 0 || (!step && event.key !== "Enter")) return;
    event.preventDefault();
    if (step) inputs[(at + step + inputs.length) % inputs.length].focus();
    else event.target.click();
  });
}

// A to J choose one of the inputs in `place`, from anywhere on the page.
export function lettersChoose(place, isAllowed) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    if (event.key.length !== 1 || !isAllowed()) return;
    const input = place.querySelectorAll("input")[LETTERS.indexOf(event.key.toUpperCase())];
    input?.focus();
    input?.click();
  });
}

// --- what this browser remembers ---

export function remembered(name) {
  try {
    return localStorage.getItem(`prashna-${name}`);
  } catch {
    return null;
  }
}

export function remember(name, value) {
  try {
    localStorage.setItem(`prashna-${name}`, value);
  } catch {
    // storage is full or forbidden: it is asked again next time
  }
}
