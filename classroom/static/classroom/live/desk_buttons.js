// Every button but the main one: when it is there, what it does, and its key on the keyboard.

const isOpen = ({ phase }) => phase === "open";
const goesOn = ({ phase }) => phase !== "ended";
const onScreens = (screen) => Boolean(screen.question) && screen.phase !== "leaderboard";
const isShown = (screen) => onScreens(screen) && !isOpen(screen);
const hasLimit = (screen) => isOpen(screen) && screen.left_ms !== null;
export const hasMore = ({ upcoming, total }) => upcoming < total;

function earlier(screen) {
  const rounds = screen.plan.flatMap((step) => step.rounds).sort((one, other) => one - other);
  return rounds.findLast((round) => round < (isShown(screen) ? screen.round : Infinity));
}

// `host` does what is not a command alone: {commands, withdraw(), turn(by), askToEnd(), mend()}.
export function buttonsOf(host) {
  const send = (type, fields) => () => host.commands.do(type, fields);
  return {
    "more-15": { when: hasLimit, act: send("extend", { seconds: 15 }) },
    "more-30": { when: hasLimit, act: send("extend", { seconds: 30 }) },
    pause: { when: (screen) => isOpen(screen) && !screen.paused, act: send("pause") },
    continue: { when: (screen) => isOpen(screen) && screen.paused, act: send("continue") },
    previous: {
      when: (screen) => goesOn(screen) && !isOpen(screen) && Boolean(earlier(screen)),
      act: (screen) => host.commands.do("show", { round: earlier(screen) }),
    },
    again: { when: isShown, act: send("ask_again") },
    mend: { when: (screen) => onScreens(screen) && screen.host_key !== null, act: host.mend },
    withdraw: { when: (screen) => goesOn(screen) && onScreens(screen) && !screen.withdrawn, act: host.withdraw },
    skip: { when: (screen) => goesOn(screen) && !isOpen(screen) && hasMore(screen), act: send("skip") },
    "page-back": { when: onScreens, act: () => host.turn(-1) },
    "page-on": { when: onScreens, act: () => host.turn(1) },
    end: { when: goesOn, act: host.askToEnd },
    resume: { when: (screen) => !goesOn(screen), act: send("resume") },
  };
}

export class Buttons {
  constructor(actions, say) {
    Object.assign(this, { actions, say });
    this.screen = null;
    for (const id of Object.keys(actions)) {
      document.getElementById(id).addEventListener("click", (event) => clicked(event, () => this.press(id)));
    }
  }

  draw(screen) {
    this.screen = screen;
    for (const [id, { when }] of Object.entries(this.actions)) document.getElementById(id).hidden = !when(screen);
    if (hasMore(screen)) document.getElementById("skip-text").textContent = this.say("skip", { number: screen.upcoming + 1 });
    document.getElementById("pages").hidden = !onScreens(screen);
  }

  press(id) {
    if (this.screen && this.actions[id].when(this.screen)) this.actions[id].act(this.screen);
  }
}

// After a click with the mouse the space bar is the main button again, not the one that was clicked.
export function clicked(event, act) {
  if (event.detail > 0) event.currentTarget.blur();
  act();
}
