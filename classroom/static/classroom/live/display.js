// The room's display: draws each screen as it comes, as large as it fits, in pages where it does not.

import { Connection } from "./connection.js";
import { Countdown, emptyBar, fill, make, redraw, sayer, show as put } from "./draw.js";
import { Lobby } from "./display_lobby.js";
import { clock, ways } from "./display_pages.js";
import { lay, show } from "./fit.js";

const $ = (id) => document.getElementById(id);
const say = sayer();
const root = $("display");
const stage = $("stage");
const TURN_EVERY = 12_000; // ms
// Pages turn by themselves until somebody turns them; those of an explanation wait for the host, who talks about them.
const TURNING = ["open", "closed", "distribution", "key", "leaderboard"];
const TURNS = { ArrowRight: 1, PageDown: 1, ArrowDown: 1, ArrowLeft: -1, PageUp: -1, ArrowUp: -1 }; // remotes send these
const SIZES = { smallest: 30, largest: 11 }; // parts of the height

let screen = null;
let tally = null;
let pages = [];
let at = 0; // the page that is shown
let wanted = 0; // turns of the host so far, who does not know how many pages there are
let byHand = false;
let subject = ""; // what the pages are about
let laid = ""; // all that they depend on
let fonts = 0; // a font that arrives changes how much room letters take
let grown = 0; // the round whose bars have grown already
let backTimer = 0;

const line = new Connection(root.dataset.socket, root.dataset.poll, { onFrame: hear, onState: lineIs });
const countdown = new Countdown(drawClock);
const clockBar = $("clock").appendChild(emptyBar());
const lobby = new Lobby(stage, say);

function hear(frame) {
  if (frame.type === "tally") {
    tally = frame;
    drawCount();
  }
  if (frame.type !== "screen") return;
  screen = frame;
  countdown.set(frame.phase === "open" ? frame : {});
  draw();
}

function lineIs(state, { code } = {}) {
  clearTimeout(backTimer);
  const banner = $("banner");
  if (state === "offline") put(banner, say("offline"));
  else if (state === "ended") put(banner, code === 4500 ? say("final") : say("offline"));
  else if (state !== "connecting" && !banner.hidden) {
    put(banner, say("back"));
    backTimer = setTimeout(() => put(banner, ""), 3000);
  }
}

// --- drawing ---

function draw() {
  if (!screen) return;
  root.dataset.phase = screen.phase;
  drawHead();
  drawJoin();
  drawCount();
  drawStage();
}

function heading() {
  const { phase, paused, withdrawn, closing_ms: closing } = screen;
  if (phase === "ended" || withdrawn) return "";
  if (paused) return say("paused");
  if (phase === "open") return closing === null ? "" : say("closing");
  return say(phase);
}

function drawHead() {
  const asked = screen.question ? say("question", { number: screen.number, total: screen.total }) : "";
  const again = screen.attempt > 1 ? say("again") : "";
  const words = [asked, again, heading()].filter(Boolean).join(" · ");
  const named = ["lobby", "ended"].includes(screen.phase) ? titles() : []; // the page is never without a heading
  redraw($("heading"), [named, words], () => (named.length ? named.flatMap(titleSpan) : [words]));
  put($("tag"), screen.corrected ? say("corrected") : "");
  root.classList.toggle("is-paused", screen.paused);
}

// The quiz's title in the languages of the display, the same words once.
function titles() {
  const shown = screen.display_language === "both" ? screen.languages : [screen.display_language];
  const all = shown.map((language) => screen.title[language] ?? Object.values(screen.title)[0]).filter(Boolean);
  return all.filter(({ html }, at) => all.findIndex((other) => other.html === html) === at);
}

function titleSpan({ lang, html }, at) {
  const plain = new DOMParser().parseFromString(html, "text/html").body.textContent.trim();
  return [at ? " · " : "", make("span", { lang, dir: "auto" }, plain)];
}

function drawJoin() {
  const address = root.dataset.join || screen.join_url;
  const short = address.replace(/^https?:\/\//, "").replace(/\/[^/]*$/, "");
  const [host, port] = short.split(/(:\d+)$/);
  $("address").replaceChildren(host, make("wbr"), port ?? "");
  if ($("code").textContent !== screen.code) $("code").textContent = screen.code;
  if ($("qr").getAttribute("src") !== screen.qr) $("qr").src = screen.qr;
  put($("locked"), screen.locked ? say("locked") : "");
}

function drawCount() {
  if (!screen) return;
  const { phase, round, joined } = screen;
  const here = phase === "lobby" || phase === "open" || phase === "closed";
  let count = tally && (tally.round === round || (tally.round === null && phase === "closed")) ? tally.answered : 0;
  let text = say("answered_of", { count, joined: Math.max(joined, tally?.joined ?? 0, count) });
  if (phase === "lobby") text = say("joined", { count: (count = joined) });
  if (screen.distribution) text = say("answered", { count: screen.distribution.answered });
  put($("count"), (here || screen.distribution) && !screen.withdrawn ? text : "");
}

function drawClock({ seconds, part, paused }) {
  const here = seconds !== null && screen?.phase === "open";
  $("clock").hidden = !here;
  if (!here) return;
  const text = seconds === 0 ? say("time_up") : clock(seconds);
  if ($("clock-text").textContent !== text) $("clock-text").textContent = text;
  $("clock").classList.toggle("is-short", seconds <= 10 && !paused);
  $("clock").classList.toggle("is-words", seconds === 0);
  $("clock").classList.toggle("is-long", seconds >= 600);
  fill(clockBar, part);
}

// --- the stage ---

function sizes() {
  return { min: innerHeight / SIZES.smallest, max: innerHeight / SIZES.largest };
}

function drawStage() {
  const about = [screen.phase, screen.round, screen.withdrawn].join(" ");
  if (about !== subject) [subject, at, byHand, wanted] = [about, 0, false, 0];
  const by = screen.page - wanted;
  wanted = screen.page;
  if (screen.phase === "lobby") drawNames();
  else drawPages(by);
  root.dataset.pages = pages.length || 1;
  root.dataset.drawn = `${innerWidth}x${innerHeight}`;
}

// Laying out takes its time with long texts: only when something on the stage has changed.
function drawPages(by) {
  const { title, question, distribution, key, explanation, leaderboard, display_language } = screen;
  const shown = [title, question, distribution, key, explanation, leaderboard, display_language];
  const now = JSON.stringify([subject, shown, innerWidth, innerHeight, fonts]);
  if (now !== laid) {
    laid = now;
    put($("page"), "");
    const high = stage.clientHeight;
    pages = lay(stage, ways(screen, say), sizes());
    if (pages.length > 1) put($("page"), say("page", { page: pages.length, pages: pages.length }));
    // The line that counts the pages may have taken room.
    if (stage.clientHeight < high) pages = lay(stage, ways(screen, say), sizes());
  }
  if (by) turn(by);
  else drawPage();
}

function drawNames() {
  pages = [];
  laid = "";
  put($("page"), "");
  const names = screen.names ?? [];
  if (names.length) lobby.show(names, sizes());
  else stage.replaceChildren(make("p", { class: "hint-big" }, say("lobby_empty")));
}

function drawPage() {
  const many = pages.length;
  at = Math.min(at, many - 1);
  show(stage, pages[at]);
  root.dataset.page = at;
  put($("page"), many > 1 ? say("page", { page: at + 1, pages: many }) : "");
  const first = screen.distribution && grown !== screen.round;
  stage.classList.toggle("is-growing", Boolean(first));
  if (screen.distribution) grown = screen.round;
}

// Stays at the first and at the last page, so that the way back is always one turn.
function turn(by) {
  at = Math.max(0, Math.min(at + by, pages.length - 1));
  byHand = true;
  if (pages.length) drawPage();
}

// Round and round, for what has no way back.
function goRound() {
  at = at + 1 < pages.length ? at + 1 : 0;
  drawPage();
}

setInterval(() => {
  if (!TURNING.includes(screen?.phase) || byHand || pages.length < 2) return;
  goRound();
}, TURN_EVERY);

// --- the room's computer ---

function fullScreen() {
  if (document.fullscreenElement) document.exitFullscreen();
  else document.documentElement.requestFullscreen?.().catch(() => {});
}

addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const by = TURNS[event.key];
  if (by) turn(by);
  if (event.key === "f" || event.key === "F") fullScreen();
  if (by) event.preventDefault();
});

stage.addEventListener("click", () => {
  if (pages.length < 2) return;
  byHand = true;
  goRound();
});

// The button for full screen is there while the mouse moves.
let quietTimer = 0;
addEventListener("pointermove", () => {
  root.classList.add("is-touched");
  clearTimeout(quietTimer);
  quietTimer = setTimeout(() => root.classList.remove("is-touched"), 3000);
});
$("full").addEventListener("click", fullScreen);
$("full").hidden = !document.documentElement.requestFullscreen;

let resizeTimer = 0;
addEventListener("resize", () => {
  clearTimeout(resizeTimer);
  resizeTimer = setTimeout(draw, 100);
});
document.fonts.addEventListener("loadingdone", () => {
  fonts += 1;
  draw();
});

line.start();
