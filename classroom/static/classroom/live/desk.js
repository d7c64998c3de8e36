// The host's desk: what the class sees, what it does not see yet, and every command of a lesson.

import { Buttons, buttonsOf, clicked, hasMore } from "./desk_buttons.js";
import { Commands } from "./desk_commands.js";
import { Corrections } from "./desk_corrections.js";
import { Counts } from "./desk_counts.js";
import { Keys } from "./desk_keys.js";
import { keyed, Plan, Switches } from "./desk_lesson.js";
import { MainButton } from "./desk_main.js";
import { People } from "./desk_people.js";
import { countOf, QuestionCard } from "./desk_question.js";
import { Connection } from "./connection.js";
import { announce, keepFocus, make, redraw, remember, remembered, sayer, show } from "./draw.js";

const $ = (id) => document.getElementById(id);
const say = sayer();
const place = $("desk").dataset;
// Those that the page itself can be changed to, by the button at the top: the questions follow it.
const pageLanguages = new Set(Array.from(document.querySelectorAll('[name="language"]'), (button) => button.value));
const NOTICE_LASTS = 12_000; // ms
const BACK_LASTS = 3_000;

let screen = null;
let tally = null;
const chosen = remembered("language");
let language = chosen && !pageLanguages.has(chosen) ? chosen : document.documentElement.lang;
let noticeTimer = 0;
let backTimer = 0;
let acted = false; // the main button was pressed, and its screen has not come yet

const line = new Connection(place.socket, place.poll, { onFrame: hear, onState: lineIs });
const commands = new Commands(line, say, { tell, changed: drawMain });
const main = new MainButton({ button: $("main-action"), text: $("main-text") }, say, commands);
const counts = new Counts(say);
const card = new QuestionCard($("question"), say);
const plan = new Plan($("plan"), say, commands);
const switches = new Switches($("switches"), say, commands);
const people = new People(
  { list: $("people"), removed: $("removed"), filter: $("filter"), claims: $("claims"), count: $("people-count"), none: $("people-none") },
  say, commands,
);
const corrections = new Corrections(
  {
    box: $("corrections"), form: $("mend-form"), choice: $("mend-question"), options: $("mend-options"), withdraw: $("mend-withdraw"),
    made: $("mended"), none: $("mend-none"), fault: $("mend-fault"),
  },
  JSON.parse($("questions").textContent), say, commands,
);
const buttons = new Buttons(buttonsOf({ commands, withdraw, turn, askToEnd, mend: () => corrections.show() }), say);

// --- what comes in ---

function hear(frame) {
  if (frame.type === "done" || frame.type === "refused") commands.hear(frame);
  if (frame.type === "tally") {
    tally = frame;
    if (screen) drawCounts();
    commands.saw({ version: frame.version });
  }
  if (frame.type !== "screen") return;
  const before = screen;
  screen = frame;
  keepFocus($("main"), draw);
  if (before) lookUp(before);
  commands.saw(frame);
}

// Another question or another kind of screen is seen from its top; a host who is busy at the side is left there.
function lookUp(before) {
  const same = before.round === screen.round && !before.question === !screen.question && !before.leaderboard === !screen.leaderboard;
  if (!same && (acted || !$("side").contains(document.activeElement))) scrollTo({ top: 0 });
  acted = false;
}

function lineIs(state, { code } = {}) {
  const banner = $("banner");
  clearTimeout(backTimer);
  const was = banner.dataset.state;
  banner.dataset.state = state;
  banner.classList.toggle("warn", state !== "live");
  banner.classList.toggle("ok", state === "live");
  if (state === "ended") {
    show(banner, say(code === 4500 ? "final_4500" : "final_4501"));
    if (code !== 4500) banner.append(" ", make("a", { href: place.login }, say("sign_in")));
  }
  if (state === "offline" || state === "polling") show(banner, say(state));
  else if (state === "live") {
    show(banner, was === "offline" ? say("back") : "");
    backTimer = setTimeout(() => show(banner, ""), BACK_LASTS);
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
  keepFocus($("main"), () => ($("notice").hidden = true));
}

// --- drawing ---

function draw() {
  if (!screen.languages.includes(language)) language = screen.languages[0];
  const { phase } = screen;
  drawHead();
  $("lobby").hidden = phase !== "lobby";
  $("ended").hidden = phase !== "ended";
  $("joining").hidden = phase === "lobby";
  for (const link of document.querySelectorAll(".join-url")) show(link, bare(place.joinUrl || screen.join_url));
  const keyless = Boolean(screen.question) && phase !== "leaderboard" && !screen.withdrawn && !screen.host_key?.right.length;
  $("keyless").hidden = !keyless;
  card.draw(screen, tally, language);
  drawBoard();
  people.draw(screen, tally);
  plan.draw(screen, language);
  corrections.draw(screen, language);
  switches.draw(screen);
  buttons.draw(screen);
  counts.draw(screen);
  drawCounts();
  drawMain();
}

const bare = (address) => address.replace(/^http:\/\//, "");

function phaseName() {
  return say(screen.withdrawn ? "phase_withdrawn" : screen.paused ? "phase_paused" : `phase_${screen.phase}`);
}

function drawHead() {
  const { phase, question, attempt, round, paused, withdrawn, number, total } = screen;
  const asked = question && phase !== "leaderboard";
  show($("heading"), asked ? say("question", { number, total }) : say(phase));
  const tags = asked ? [[phaseName(), withdrawn || paused ? "warn" : phase === "open" ? "ok" : ""]] : [];
  if (attempt > 1 && asked) tags.push([say("again"), "warn"]);
  if (screen.corrected) tags.push([say("corrected"), "warn"]);
  redraw($("tags"), tags, () => tags.map(([text, kind]) => make("span", { class: `tag ${kind}` }, text)));
  announce(asked ? `${$("heading").textContent}, ${phaseName()}` : $("heading").textContent, [phase, round, paused, withdrawn].join(" "));
  const other = screen.languages[(screen.languages.indexOf(language) + 1) % screen.languages.length];
  // For languages of the quiz that the page does not have.
  const needed = screen.languages.some((code) => code !== language && !pageLanguages.has(code));
  $("flip").hidden = !needed;
  $("flip").lang = $("flip").value = other;
  show($("flip"), needed ? nameOf(other) : "");
  for (const code of document.querySelectorAll(".live-code")) code.textContent = screen.code;
}

const nameOf = (code) => new Intl.DisplayNames([code], { type: "language" }).of(code);

function drawBoard() {
  const places = screen.leaderboard;
  $("board").hidden = !places;
  redraw($("board"), places, () => {
    if (places && !places.length) return make("li", { class: "hint" }, say("nobody"));
    return (places ?? []).map(({ rank, name, points }) => {
      const seat = make("b", {}, make("span", { class: "unseen" }, say("place", { rank })), make("span", { "aria-hidden": "true" }, String(rank)));
      return make("li", { class: "row" }, seat, make("bdi", { class: "grow" }, name), say("points", { count: points }));
    });
  });
}

function drawCounts() {
  counts.count(tally);
  card.count(screen, tally);
  people.tick(tally);
}

function drawMain() {
  main.draw(screen, line.state === "live" || line.state === "polling");
}

// --- what the host does, besides plain commands ---

// Only the display knows how many pages there are. What is sent is counted when it is sent: another turn may be on its way.
function turn(by) {
  if (screen?.question) commands.do("turn_page", () => ({ page: screen.page + by }));
}

function withdraw() {
  commands.do("withdraw", {}, () => tell(say("withdrawn_now"), () => corrections.undoLast()));
}

function askToEnd() {
  const open = screen.phase === "open";
  show($("end-open"), open ? say("open_answers", { count: countOf(screen, tally).answered }) : "");
  show($("end-unasked"), hasMore(screen) ? say("unasked", { count: screen.total - screen.upcoming }) : "");
  $("end-close").hidden = $("end-withdraw").hidden = !open;
  $("end-plain").hidden = open;
  $("end-dialog").showModal();
}

$("end-dialog").addEventListener("close", () => {
  const choice = $("end-dialog").returnValue;
  $("end-dialog").returnValue = "";
  if (choice === "close" || choice === "withdraw") commands.do("end", { open_round: choice });
  if (choice === "plain") commands.do("end");
});

for (const summary of document.querySelectorAll("summary")) {
  summary.addEventListener("click", (event) => clicked(event, () => {}));
}
const act = () => {
  acted = true;
  main.act();
};
const help = () => $("help-dialog").showModal();
const keepOpen = () => commands.do("keep_open");
$("main-action").addEventListener("click", (event) => clicked(event, act));
$("keep-open").addEventListener("click", keepOpen);
$("keyless-mend").addEventListener("click", () => corrections.show());
$("notice-close").addEventListener("click", hideNotice);
$("help").addEventListener("click", help);
$("flip").addEventListener("click", () => {
  language = $("flip").value;
  remember("language", language);
  draw();
});

const press = (id) => () => buttons.press(id);
new Keys(
  {
    " ": act,
    Enter: act,
    c: () => screen?.phase === "open" && commands.do("close"),
    p: () => buttons.press(screen?.paused ? "continue" : "pause"),
    "+": press("more-15"),
    "=": press("more-15"), // the same key without Shift on many keyboards
    t: press("more-30"),
    k: () => screen && screen.closing_ms !== null && keepOpen(),
    a: press("again"),
    w: press("withdraw"),
    s: press("skip"),
    b: press("previous"),
    m: press("mend"),
    l: () => screen && screen.phase !== "ended" && switches.toggle("leaderboard"),
    e: press("end"),
    ArrowLeft: press("page-back"),
    ArrowRight: press("page-on"),
    "?": help,
  },
  $("help-dialog"),
);

line.start();
