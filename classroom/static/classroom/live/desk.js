// The host's desk: what the class sees, what it does not see yet, and every command of a lesson.

import { Commands } from "./desk_commands.js";
import { Corrections } from "./desk_corrections.js";
import { Keys } from "./desk_keys.js";
import { keyed, Plan, Switches } from "./desk_lesson.js";
import { People } from "./desk_people.js";
import { countOf, QuestionCard } from "./desk_question.js";
import { Connection } from "./connection.js";
import { announce, clock, Countdown, emptyBar, fill, keepFocus, make, redraw } from "./draw.js";
import { remember, remembered, sayer, show } from "./draw.js";

const $ = (id) => document.getElementById(id);
const say = sayer();
const place = $("desk").dataset;
const NOTICE_LASTS = 12_000; // ms
const CALM = 400; // ms after the main button has changed its meaning, in which a second tap is an accident

let screen = null;
let tally = null;
let language = remembered("language") ?? document.documentElement.lang;
let noticeTimer = 0;
let backTimer = 0;
let changedAt = 0;
let lookedAt = ""; // what the main button last did

const line = new Connection(place.socket, place.poll, { onFrame: hear, onState: lineIs });
const commands = new Commands(line, say, { tell, changed: drawMain });
const countdown = new Countdown(drawClock);
const closing = new Countdown(({ seconds }) => show($("closes-in"), seconds === null ? "" : say("closes_in", { count: seconds })));
const clockBar = $("clock").appendChild(emptyBar());
const card = new QuestionCard($("question"), say);
const plan = new Plan($("plan"), say, commands);
const switches = new Switches($("switches"), say, commands);
const people = new People(
  { list: $("people"), removed: $("removed"), filter: $("filter"), claims: $("claims"), count: $("people-count") }, say, commands,
);
const questions = JSON.parse($("questions").textContent);
const corrections = new Corrections(
  { form: $("mend"), choice: $("mend-question"), options: $("mend-options"), withdraw: $("mend-withdraw"), made: $("mended"), none: $("mend-none") },
  questions, say, commands,
);

// --- what comes in ---

function hear(frame) {
  if (frame.type === "done" || frame.type === "refused") commands.hear(frame);
  if (frame.type === "tally") {
    tally = frame;
    if (screen) drawCounts();
  }
  if (frame.type !== "screen") return;
  screen = frame;
  commands.step = frame.step;
  countdown.set(frame.phase === "open" ? frame : {});
  closing.set({ left_ms: frame.closing_ms, time_limit_ms: 3000 });
  keepFocus($("heading"), draw);
}

function lineIs(state, { code } = {}) {
  const banner = $("banner");
  clearTimeout(backTimer);
  const was = banner.dataset.state;
  banner.dataset.state = state;
  banner.classList.toggle("warn", state !== "live");
  banner.classList.toggle("ok", state === "live");
  if (state === "ended") show(banner, say(`final_${code === 4500 ? 4500 : 4501}`));
  else if (state === "offline" || state === "polling") show(banner, say(state));
  else if (state === "live") {
    show(banner, was === "offline" ? say("back") : "");
    backTimer = setTimeout(() => show(banner, ""), 3000);
  }
  drawMain();
}

// A sentence for the host, perhaps with an undo.
function tell(text, undo = null) {
  clearTimeout(noticeTimer);
  show($("notice-text"), text);
  const button = undo ? [keyed("notice-undo", "", say("undo"), null, () => (hideNotice(), undo()))] : [];
  $("notice-undo").replaceChildren(...button);
  $("notice").hidden = false;
  noticeTimer = setTimeout(hideNotice, NOTICE_LASTS);
}

function hideNotice() {
  $("notice").hidden = true;
}

// --- drawing ---

function draw() {
  if (!screen.languages.includes(language)) language = screen.languages[0];
  drawHead();
  card.draw(screen, tally, language);
  drawBoard();
  people.draw(screen, tally);
  plan.draw(screen, language);
  corrections.draw(screen, language);
  switches.draw(screen);
  drawButtons();
  drawCounts();
  drawMain();
}

const shownNumber = () => ({ number: screen.number, total: screen.total });
const phaseName = () => say(screen.withdrawn ? "phase_withdrawn" : screen.paused ? "phase_paused" : `phase_${screen.phase}`);

function drawHead() {
  const { phase, question, attempt, round, paused, withdrawn } = screen;
  show($("heading"), question && phase !== "leaderboard" ? say("question", shownNumber()) : say(phase));
  const tags = [[phaseName(), phase === "open" && !paused ? "ok" : ""]];
  if (attempt > 1 && question) tags.push([say("again"), "warn"]);
  if (screen.corrected) tags.push([say("corrected"), "warn"]);
  redraw($("tags"), tags, () => tags.map(([text, kind]) => make("span", { class: `tag ${kind}` }, text)));
  const more = { lobby: say("lobby_more"), ended: say("ended_more") }[phase] ?? "";
  show($("lead"), more);
  announce(`${$("heading").textContent}. ${phaseName()}`, [phase, round, paused, withdrawn].join(" "));
  const other = screen.languages[(screen.languages.indexOf(language) + 1) % screen.languages.length];
  $("flip").hidden = screen.languages.length < 2;
  $("flip").lang = $("flip").value = other;
  $("flip").textContent = new Intl.DisplayNames([other], { type: "language" }).of(other);
  show($("code"), screen.code);
}

function drawClock({ seconds, part, paused }) {
  const open = screen?.phase === "open";
  $("clock").hidden = !open;
  if (!open) return;
  const text = seconds === null ? say("no_limit") : seconds === 0 ? say("time_up") : clock(seconds);
  if ($("clock-text").textContent !== text) $("clock-text").textContent = text;
  clockBar.toggleAttribute("hidden", seconds === null);
  $("clock").classList.toggle("is-short", seconds !== null && seconds <= 10 && !paused);
  fill(clockBar, part ?? 0);
}

function drawBoard() {
  const places = screen.leaderboard;
  $("board").hidden = !places;
  redraw($("board"), places, () => (places ?? []).map(({ rank, name, points }) => {
    const who = make("bdi", { class: "grow" }, name);
    return make("li", { class: "row" }, make("b", { "aria-label": say("place", { rank }) }, String(rank)), who, say("points", { count: points }));
  }));
}

function drawCounts() {
  const { phase } = screen;
  show($("joined"), say("joined", { count: screen.joined }));
  show($("connected"), tally ? say("connected", { count: tally.connected }) : "");
  show($("away"), tally?.away.length ? say("away", { count: tally.away.length }) : "");
  show($("stored"), screen.question ? say("stored", { count: countOf(screen, tally).answered }) : "");
  const everyone = phase === "open" && tally?.everyone && tally.round === screen.round;
  show($("everyone-text"), everyone || screen.closing_ms !== null ? say("everyone") : "");
  $("everyone").hidden = $("everyone-text").hidden;
  $("keep-open").hidden = screen.closing_ms === null;
  card.count(screen, tally);
  people.tick(tally);
}

// --- the main button ---

function mainAction() {
  const { next_action: action, phase, settings, upcoming, scoring } = screen;
  const number = upcoming + 1;
  if (action === "reveal" && settings.reveal === "once") return { type: "reveal", text: say("do_once") };
  if (action === "reveal") {
    const step = { closed: "distribution", distribution: "key", key: "explanation" }[phase];
    return { type: "reveal", text: say(`do_${step}`) };
  }
  const board = phase === "explanation" && settings.leaderboard && scoring !== "none";
  if (action === "next" && board) return { type: "next", text: say("do_leaderboard") };
  if (action === "next") return { type: "next", text: say("do_open", { number }) };
  return { type: action, text: say(`do_${action}`, { number }) };
}

function drawMain() {
  const button = $("main-action");
  const can = screen && (line.state === "live" || line.state === "polling");
  button.setAttribute("aria-disabled", String(!can || commands.busy));
  if (!screen) return;
  const { type, text } = mainAction();
  $("main-text").textContent = text;
  const means = [type, text, screen.round].join(" ");
  if (means !== lookedAt) [lookedAt, changedAt] = [means, performance.now()];
}

function act() {
  if (!screen || $("main-action").getAttribute("aria-disabled") === "true") return;
  if (performance.now() - changedAt < CALM) return;
  const { type } = mainAction();
  commands.do(type);
}

// --- every other button: when it is there, and what it does ---

const isOpen = () => screen.phase === "open";
const isShown = () => Boolean(screen.question) && !isOpen() && screen.phase !== "leaderboard";
const goesOn = () => screen.phase !== "ended";
const hasLimit = () => isOpen() && screen.left_ms !== null;
const more = () => screen.upcoming < screen.total;
const earlier = () => screen.plan.flatMap(({ rounds }) => rounds).sort((a, b) => a - b)
  .findLast((round) => round < (isShown() ? screen.round : Infinity));

const BUTTONS = {
  "more-15": { when: hasLimit, act: () => commands.do("extend", { seconds: 15 }) },
  "more-30": { when: hasLimit, act: () => commands.do("extend", { seconds: 30 }) },
  pause: { when: () => isOpen() && !screen.paused, act: () => commands.do("pause") },
  continue: { when: () => isOpen() && screen.paused, act: () => commands.do("continue") },
  again: { when: isShown, act: () => commands.do("ask_again") },
  withdraw: { when: () => goesOn() && Boolean(screen.question) && !screen.withdrawn, act: withdraw },
  skip: { when: () => goesOn() && !isOpen() && more(), act: () => commands.do("skip") },
  previous: { when: () => goesOn() && !isOpen() && Boolean(earlier()), act: () => commands.do("show", { round: earlier() }) },
  "page-back": { when: goesOn, act: () => turn(-1) },
  "page-on": { when: goesOn, act: () => turn(1) },
  end: { when: goesOn, act: askToEnd },
  results: { when: () => !goesOn() },
};

function drawButtons() {
  for (const [id, { when }] of Object.entries(BUTTONS)) if ($(id)) $(id).hidden = !when();
  if (more()) $("skip-text").textContent = say("skip", { number: screen.upcoming + 1 });
  show($("page-now"), goesOn() ? say("display_page", { page: screen.page + 1 }) : "");
  $("page-back").disabled = screen.page === 0;
}

function turn(by) {
  if (goesOn()) commands.do("turn_page", { page: Math.max(0, screen.page + by) });
}

function withdraw() {
  commands.do("withdraw", {}, () => tell(say("withdrawn_now"), () => corrections.undoLast()));
}

function press(id) {
  const { when, act: does } = BUTTONS[id];
  if (screen && when()) does();
}

// After a click with the mouse the space bar is the main button again, not the one that was clicked.
function clicked(event, does) {
  if (event.detail > 0) event.currentTarget.blur();
  does();
}

for (const id of Object.keys(BUTTONS)) {
  if ($(id)?.tagName === "BUTTON") $(id).addEventListener("click", (event) => clicked(event, () => press(id)));
}
$("main-action").addEventListener("click", (event) => clicked(event, act));
$("keep-open").addEventListener("click", () => commands.do("keep_open"));
$("notice-close").addEventListener("click", hideNotice);
$("flip").addEventListener("click", () => {
  language = $("flip").value;
  remember("language", language);
  draw();
});

// --- dialogs ---

function askToEnd() {
  const count = countOf(screen, tally).answered;
  show($("end-open"), isOpen() ? say("open_answers", { count }) : "");
  show($("end-unasked"), more() ? say("unasked", { count: screen.total - screen.upcoming }) : "");
  $("end-close").hidden = $("end-withdraw").hidden = !isOpen();
  $("end-plain").hidden = isOpen();
  $("end-dialog").showModal();
}

$("end-dialog").addEventListener("close", () => {
  const choice = $("end-dialog").returnValue;
  $("end-dialog").returnValue = "";
  if (choice === "close" || choice === "withdraw") commands.do("end", { open_round: choice });
  if (choice === "plain") commands.do("end");
});

const help = () => $("help-dialog").showModal();
$("help").addEventListener("click", help);

new Keys(
  {
    " ": act,
    Enter: act,
    c: () => screen && isOpen() && commands.do("close"),
    p: () => press(screen?.paused ? "continue" : "pause"),
    "+": () => press("more-15"),
    "=": () => press("more-15"), // the same key without Shift on many keyboards
    t: () => press("more-30"),
    k: () => screen && screen.closing_ms !== null && commands.do("keep_open"),
    a: () => press("again"),
    w: () => press("withdraw"),
    s: () => press("skip"),
    b: () => press("previous"),
    l: () => screen && goesOn() && switches.toggle("leaderboard"),
    e: () => press("end"),
    ArrowLeft: () => screen && turn(-1),
    ArrowRight: () => screen && turn(1),
    "?": help,
  },
  $("help-dialog"),
);

line.start();
