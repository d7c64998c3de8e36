// The one button that does what comes next.

const CALM = 400; // ms after the button has changed its meaning, in which a second tap is an accident

export class MainButton {
  constructor({ button, text }, say, commands) {
    Object.assign(this, { button, text, say, commands });
    this.screen = null;
    this.meant = ""; // what it last did
  }

  // `can`: is there a line to the server?
  draw(screen, can) {
    this.screen = screen;
    this.button.setAttribute("aria-disabled", String(!screen || !can || this.commands.busy));
    if (!screen) return;
    this.button.hidden = screen.phase === "ended"; // what comes next then is to look at the results
    const text = this.#text();
    if (this.text.textContent !== text) this.text.textContent = text;
    const means = [screen.next_action, text, screen.round].join(" ");
    if (means !== this.meant) this.#isNew(means);
  }

  act() {
    if (!this.screen || this.button.hidden || this.button.getAttribute("aria-disabled") === "true") return;
    if (this.button.hasAttribute("data-new")) return;
    this.commands.do(this.screen.next_action);
  }

  #isNew(means) {
    this.meant = means;
    this.button.setAttribute("data-new", "");
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.button.removeAttribute("data-new"), CALM);
  }

  #text() {
    const { next_action: action, phase, settings, upcoming, scoring } = this.screen;
    const number = upcoming + 1;
    if (action === "reveal" && settings.reveal === "once") return this.say("do_once");
    if (action === "reveal") return this.say(`do_${{ closed: "distribution", distribution: "key", key: "explanation" }[phase]}`);
    const board = phase === "explanation" && settings.leaderboard && scoring !== "none";
    if (action === "next" && board) return this.say("do_leaderboard");
    return this.say(action === "next" ? "do_open" : `do_${action}`, { number });
  }
}
