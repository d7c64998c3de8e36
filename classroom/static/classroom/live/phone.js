// The student's phone: draws each screen as it comes. Nothing here decides what a student may know.

import { Answers } from "./answers.js";
import { Connection } from "./connection.js";
import { announce, arrowsOnlyMove, board, choice, clock, Countdown, emptyBar, fill, keepFocus, letters } from "./draw.js";
import { lettersChoose, make, picture, redraw, remember, remembered, review, sayer, show, showFlip } from "./draw.js";
import { SIGNS, spoken, summary, texts } from "./draw.js";

const $ = (id) => document.getElementById(id);
const say = sayer();
const place = $("screen").dataset;
const SHOWS_RESULT = ["distribution", "key", "explanation", "leaderboard"];
const TELL_AFTER = 300; // milliseconds

let screen = null; // the newest screen of the server
let you = null; // the newest personal frame
let language = remembered("language") ?? document.documentElement.lang;
let emptied = 0; // the round in which every tick was taken away again
let notice = null; // {round, text}: an answer to an earlier question was refused
let backTimer = 0;
let page = ""; // what was drawn last: round and phase
let telling = 0;

const line = new Connection(place.socket, place.poll, { onFrame: hear, onState: lineIs });
const answers = new Answers(line, place.seat, answerChanged);
const countdown = new Countdown(drawClock);
const clockBar = $("clock").appendChild(emptyBar());

// --- what comes in ---

function hear(frame) {
  answers.hear(frame);
  if (frame.type === "you") hearYou(frame);
  if (frame.type === "screen") {
    screen = frame;
    countdown.set(frame.phase === "open" ? frame : {});
  }
  if (screen && (frame.type === "you" || frame.type === "screen")) draw();
}

// Points that change while the same result is on the screen: a question that was asked before counts differently now.
function hearYou(frame) {
  const knew = you?.round === frame.round && typeof you.total === "number" && typeof frame.total === "number";
  const elsewhere = knew && you.points === frame.points && you.total !== frame.total;
  if (elsewhere) notice = { round: frame.round, text: say("corrected_earlier") };
  you = frame;
}

function lineIs(state, { code } = {}) {
  const banner = $("banner");
  clearTimeout(backTimer);
  if (state === "ended") return drawFinal(code);
  if (state === "offline") show(banner, say("offline"));
  else if (!banner.hidden && state !== "connecting") {
    show(banner, say("back"));
    backTimer = setTimeout(() => show(banner, ""), 3000);
  }
  banner.classList.toggle("warn", state === "offline");
  banner.classList.toggle("ok", state !== "offline");
  if (state === "live" || state === "polling") answers.sendAll();
  drawState();
}

function answerChanged(round) {
  const { status, code, number: asked } = answers.of(round);
  if (status === "refused" && round !== screen?.round) {
    const text = say("refused_earlier", { number: asked ?? round, reason: reasonOf(code) });
    notice = { round: screen?.round, text };
  }
  if (screen) draw();
}

const reasonOf = (code) => {
  const same = { not_open: "closed", no_round: "closed", stale: "closed" }[code] ?? code;
  const text = say(`refused_${same}`);
  return text === `refused_${same}` ? say("refused_other") : text;
};

// --- drawing ---

function draw() {
  keepFocus($("main"), () => {
    drawTop();
    drawHead();
    drawAsked();
    drawOutcome();
    drawShown();
    drawBoard();
    drawSummary();
  });
  goUp();
  clearTimeout(telling);
  telling = setTimeout(tell, TELL_AFTER);
}

// What is new begins at the top. Who reads a key goes on reading when the explanation comes.
function goUp() {
  const now = `${screen.round} ${screen.phase === "explanation" ? "key" : screen.phase}`;
  if (page && page !== now) scrollTo(0, 0);
  page = now;
}

// For those who hear the screen: once for each phase, a pause and a correction. A little later, because the
// personal frame follows the shared one.
function tell() {
  const { phase, round, paused, withdrawn } = screen;
  const key = (isPaused) => [phase, round, isPaused, withdrawn, $("corrected").hidden].join(" ");
  if (!paused && $("live").dataset.said === key(true)) return announce(say("going_on"), key(paused));
  const shown = (id) => ($(id).hidden ? [] : [$(id).textContent.trim()]);
  const outcome = $("outcome").hidden ? [] : [...$("outcome").children].map((one) => one.lastChild.textContent);
  const sentences = [...shown("heading"), ...shown("lead"), ...shown("corrected"), ...outcome];
  if (phase === "open") sentences.push(...shown("question"));
  announce(spoken(sentences), key(paused));
}

// The personal frame about what is on the screen, once it is here; nothing is said about the student before.
const mine = () => (you && you.round === (screen.round ?? null) ? you : null);

function drawTop() {
  if (you) show($("name"), you.name);
  const total = mine()?.total; // not while a question is open: an earlier one may just be corrected
  show($("total"), typeof total === "number" ? say("points", { count: total }) : "");
  if (!screen.languages.includes(language)) language = screen.languages[0];
  showFlip($("flip"), screen.languages, language);
}

function drawHead() {
  const { phase, withdrawn, paused, closing_ms: closing, attempt } = screen;
  const inQuestion = Boolean(screen.question);
  const of = { name: you?.name ?? "", number: screen.number, total: screen.total };
  show($("heading"), phase === "open" || (inQuestion && withdrawn) ? say("question", of) : say(phase, of));
  let lead = say(`${phase}_more`);
  if (lead === `${phase}_more`) lead = inQuestion && phase !== "open" ? say("question", of) : "";
  if (closing !== null && closing !== undefined) lead = say("closing");
  if (paused) lead = say("paused_lead");
  if (inQuestion && withdrawn) lead = say("withdrawn_lead");
  show($("lead"), lead);
  show($("attempt"), attempt > 1 && phase !== "leaderboard" ? say("again") : "");
  const corrected = SHOWS_RESULT.includes(phase) && !withdrawn && (screen.corrected || mine()?.corrected);
  show($("corrected"), corrected ? say("corrected") : "");
  if (notice && notice.round !== screen.round) notice = null;
  show($("notice"), notice?.text ?? "");
}

function drawClock({ seconds, part }) {
  const here = seconds !== null && screen?.phase === "open";
  $("clock").hidden = !here;
  if (!here) return;
  const short = seconds <= 10 && !screen.paused;
  const text = seconds === 0 ? say("time_up") : clock(seconds);
  if ($("clock-text").textContent !== text) $("clock-text").textContent = text;
  fill(clockBar, part);
  $("clock").classList.toggle("is-short", short);
  if (short && seconds > 5 && screen.time_limit_ms > 15_000) announceShort();
}

let shortRound = 0;
function announceShort() {
  if (shortRound === screen.round) return;
  shortRound = screen.round;
  $("live").textContent = say("short"); // beside the phase, whose announcement is not forgotten
}

// --- the open question ---

function drawAsked() {
  const open = screen.phase === "open" && !screen.withdrawn;
  $("asked").hidden = !open;
  if (!open) return;
  const { question, round, paused } = screen;
  texts($("question"), question.text, language);
  picture($("picture"), question.picture, language);
  show($("how"), say(question.several ? "choose_several" : "choose_one"));
  redraw($("options"), [round, language, question.options], () => {
    const { several, options } = question;
    return options.map((text, position) => choice(text, position, { several, language }));
  });
  $("asked").disabled = paused;
  drawChosen();
  drawState();
}

function drawChosen() {
  const { response } = answers.of(screen.round);
  const chosen = emptied === screen.round ? [] : response ?? [];
  for (const input of $("options").querySelectorAll("input")) {
    input.checked = chosen.includes(Number(input.value));
    input.closest(".option").classList.toggle("is-chosen", input.checked);
  }
}

function drawState() {
  if (screen?.phase !== "open") return;
  const { status, response, code } = answers.of(screen.round);
  const lost = line.state === "offline";
  let text = { none: say("none"), sending: say(lost ? "waiting" : "sending"), received: say("received") }[status];
  if (status === "refused") text = reasonOf(code);
  else if (emptied === screen.round && response) text = say("emptied", { answer: letters(response) });
  $("state").setAttribute("aria-live", status === "none" ? "off" : "polite"); // a new question was announced already
  if ($("state").textContent !== text) $("state").textContent = text;
  $("state").dataset.state = status === "received" && emptied === screen.round ? "emptied" : status;
}

function choose() {
  const inputs = [...$("options").querySelectorAll("input:checked")];
  const response = inputs.map((input) => Number(input.value));
  emptied = response.length ? 0 : screen.round;
  if (response.length) answers.tap(screen.round, response, { number: screen.number });
  else draw();
}

// --- results ---

function drawOutcome() {
  const own = mine();
  const result = own?.presented === false ? "not_presented" : own?.result ?? null;
  const shown = SHOWS_RESULT.includes(screen.phase) || screen.phase === "ended";
  const lines = !own ? [] : [...resultLines(result, own), ...standingLines()];
  const closedAnswer = screen.phase === "closed" && own && !screen.withdrawn;
  if (closedAnswer) lines.splice(0, lines.length, answerLine());
  $("outcome").hidden = !(shown || closedAnswer) || lines.length === 0;
  $("outcome").className = `card outcome is-${SHOWS_RESULT.slice(0, 3).includes(screen.phase) ? result ?? "open" : "open"}`;
  redraw($("outcome"), lines, () => lines.map(({ sign, text }) => resultLine(sign, text)));
}

function resultLine(sign, text) {
  const mark = sign ? [make("span", { class: "sign", "aria-hidden": "true" }, sign)] : [];
  return make("p", { class: sign ? "result" : "" }, ...mark, text);
}

function answerLine() {
  if (mine().presented === false) return { text: say("not_presented") };
  const { response, status } = answers.of(screen.round);
  if (status === "sending") return { text: say("sending") };
  if (status === "refused") return { text: reasonOf(answers.of(screen.round).code) };
  return { text: response ? say("your_answer", { answer: letters(response) }) : say("no_answer") };
}

function resultLines(result, own) {
  if (screen.phase === "leaderboard" || screen.phase === "ended") return [];
  if (!result || screen.withdrawn) return screen.withdrawn || !own.round ? [] : [answerLine()];
  const points = typeof own.points === "number" && own.points > 0 ? ` ${say("plus", { count: own.points })}` : "";
  return [{ sign: SIGNS[result], text: say(result) + points }];
}

function standingLines() {
  if (typeof you.total !== "number") return [];
  const lines = [{ text: say("total", { points: you.total }) }];
  if (you.rank) lines.push({ text: say("rank", { rank: you.rank, ranked: you.ranked }) });
  return lines;
}

function drawShown() {
  const here = screen.question && screen.phase !== "open" && screen.phase !== "leaderboard";
  $("shown").hidden = !here;
  if (!here) return redraw($("shown"), null, () => []);
  const { question, distribution, key, explanation } = screen;
  const own = answers.of(screen.round).response ?? [];
  const what = { question, distribution, key, explanation, own };
  redraw($("shown"), [what, language], () => review(what, language, say));
}

function drawBoard() {
  const places = screen.leaderboard;
  $("board").hidden = !places;
  if (!places) return;
  redraw($("board"), [places, you?.name], () => board(places, you?.name, say));
}

function drawSummary() {
  const asked = screen.summary;
  $("summary").hidden = !asked || !you?.results;
  if ($("summary").hidden) return;
  const open = [...$("summary").querySelectorAll("details")].map((one) => one.open);
  redraw($("summary"), [asked, you.results, language], () => summary(asked, you.results, { total: screen.total, language, say }));
  $("summary").querySelectorAll("details").forEach((one, at) => (one.open = open[at] ?? false));
}

function drawFinal(code) {
  countdown.stop();
  clearTimeout(telling);
  const gone = ["banner", "notice", "total", "flip", "clock", "attempt", "corrected", "outcome", "asked", "shown"];
  for (const id of [...gone, "board", "summary"]) $(id).hidden = true;
  show($("heading"), say(`final_${code}`));
  show($("lead"), say(`final_${code}_more`));
  $("way-out").hidden = false;
  $("heading").focus(); // which is read; the rest is said
  announce(say(`final_${code}_more`));
}

// --- what the student does ---

$("flip").addEventListener("click", () => {
  language = $("flip").value;
  remember("language", language);
  draw();
});

$("options").addEventListener("change", choose);

// Going through the options is not a row of answers.
arrowsOnlyMove($("options"));

lettersChoose($("options"), () => screen?.phase === "open" && !$("asked").disabled && !$("asked").hidden);

line.start();
