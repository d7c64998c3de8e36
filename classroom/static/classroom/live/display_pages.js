// What the display shows in each phase, as blocks for fit.js. Each function gives the documents of one language
// or of several, one under the other.

import { badge, clock, emptyBar, fill, make, number, optionClass, picture, says, textAs } from "./draw.js";

export { clock };

// Ways to show the screen, the best first: both languages on one page, else a language at a time.
export function ways(screen, say) {
  const shown = languagesOf(screen);
  const build = (languages) => documentOf(screen, languages, say);
  if (shown.length < 2) return [[build(shown)]];
  return [[build(shown)], shown.map((language) => build([language]))];
}

function languagesOf({ display_language: wanted, languages }) {
  return wanted === "both" ? languages : [languages.includes(wanted) ? wanted : languages[0]];
}

function documentOf(screen, languages, say) {
  if (screen.leaderboard) return [screen.leaderboard.map((place) => standing(place, say))];
  if (!screen.question) return [[ending(say)]];
  if (screen.withdrawn) return [[make("p", { class: "big" }, say("withdrawn")), questionBlock(screen, languages)]];
  if (screen.explanation) return explained(screen, languages, say);
  return [[questionBlock(screen, languages)], rows(screen, languages, say)];
}

// The same text in each language; what is the same in both is said once.
function inEach(these, languages, kind) {
  const drawn = languages.map((language) => textAs("div", these, language, { class: kind }));
  return drawn.filter((one, at) => !one.hidden && drawn.findIndex((other) => other.innerHTML === one.innerHTML) === at);
}

function questionBlock({ question }, languages) {
  const block = make("div", { class: "question" }, ...inEach(question.text, languages, "prose"));
  if (!question.picture) return block;
  block.append(picture(make("img", { class: "picture" }), question.picture, languages[0]));
  return block;
}

function rows(screen, languages, say) {
  return screen.question.options.map((text, position) => row(screen, text, position, languages, say));
}

function row({ distribution, key, explanation }, text, position, languages, say) {
  const body = make("div", { class: "option-body" }, ...inEach(text, languages, "prose"));
  if (distribution) body.append(share(distribution, position));
  const right = key?.right.includes(position);
  if (right) body.append(make("span", { class: "verdict line" }, `✓ ${say("option_right")}`));
  const why = explanation?.options[position];
  if (says(why, languages[0])) body.append(...inEach(why, languages, "prose why"));
  const state = right ? "is-right" : key ? "is-faded" : "";
  return make("li", { class: `option ${optionClass(position)} ${state}` }, badge(position), body);
}

function share({ counts, answered }, position) {
  const count = counts[position] ?? 0;
  const bar = emptyBar();
  fill(bar, answered ? count / answered : 0);
  const percent = number(answered ? Math.round((count / answered) * 100) : 0, 0);
  return make("span", { class: "bar-line" }, bar, make("span", { class: "bar-text" }, `${number(count)} · ${percent} %`));
}

// First what is right and why; then option by option, with its bar and its own why.
function explained(screen, languages, say) {
  const { question, key, explanation } = screen;
  const right = key.right.map((position) => row({ key }, question.options[position], position, languages, say));
  const because = inEach(explanation.text, languages, "prose flows because");
  return [[...right, ...because], rows(screen, languages, say)];
}

function standing({ rank, name, points }, say) {
  const place = make("span", { class: "place", "aria-label": say("place", { rank }) }, number(rank, 0));
  return make("li", { class: "standing" }, place, make("bdi", { class: "line" }, name), make("b", {}, say("points", { count: points })));
}

function ending(say) {
  return make("div", { class: "ending" }, make("p", { class: "big" }, say("ended")), make("p", {}, say("ended_more")));
}
