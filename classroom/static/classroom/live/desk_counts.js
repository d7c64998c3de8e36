// Counts and clock: what changes while a question is open.

import { clock, Countdown, emptyBar, fill, show } from "./draw.js";
import { countOf } from "./desk_question.js";

const SHORT = 10; // seconds
const $ = (id) => document.getElementById(id);

export class Counts {
  constructor(say) {
    this.say = say;
    this.screen = null;
    this.clockBar = $("clock").appendChild(emptyBar());
    this.countdown = new Countdown((tick) => this.#tick(tick));
    this.closing = new Countdown(({ seconds }) => show($("closes-in"), seconds === null ? "" : say("closes_in", { count: seconds })));
  }

  draw(screen) {
    this.screen = screen;
    this.countdown.set(screen.phase === "open" ? screen : {});
    this.closing.set({ left_ms: screen.closing_ms, time_limit_ms: null });
    $("clock").hidden = screen.phase !== "open";
    $("keep-open").hidden = screen.closing_ms === null;
  }

  count(tally) {
    const { screen, say } = this;
    show($("joined"), say("joined", { count: tally?.joined ?? screen.joined }));
    show($("connected"), tally ? say("connected", { count: tally.connected }) : "");
    show($("away"), tally?.away.length ? say("away", { count: tally.away.length }) : "");
    const asked = screen.question && screen.phase !== "leaderboard";
    show($("stored"), asked ? say("stored", { count: countOf(screen, tally).answered, of: presented(screen) }) : "");
    const everyone = screen.phase === "open" && tally?.everyone && tally.round === screen.round;
    const text = everyone || screen.closing_ms !== null ? say("everyone") : "";
    $("everyone").hidden = !text;
    show($("everyone-text"), text);
  }

  #tick({ seconds, part, paused }) {
    if (this.screen?.phase !== "open") return;
    const text = seconds === null ? this.say("no_limit") : seconds === 0 ? this.say("time_up") : clock(seconds);
    if ($("clock-text").textContent !== text) $("clock-text").textContent = text;
    this.clockBar.toggleAttribute("hidden", seconds === null);
    $("clock").classList.toggle("is-short", seconds !== null && seconds <= SHORT && !paused);
    $("clock").classList.toggle("is-words", seconds === null || seconds === 0);
    fill(this.clockBar, part ?? 0);
  }
}

// How many could answer the question on the screens.
function presented({ distribution, people, round }) {
  return distribution?.presented ?? people.filter((one) => !one.removed && one.first_round <= round).length;
}
