// Names on the display as they come: large while there are few, smaller with more, and at last only the newest
// with "+12 more".

import { make } from "./draw.js";
import { isWithin } from "./fit.js";

export class Lobby {
  constructor(stage, say) {
    this.stage = stage;
    this.say = say;
    this.known = new Set();
  }

  show(names, { min, max }) {
    const chips = names.map((name) => this.#chip(name));
    const cloud = make("ul", { class: "names", role: "list" });
    this.stage.replaceChildren(cloud);
    const at = (size, shown) => {
      this.stage.style.setProperty("--size", `${size}px`);
      const hidden = chips.length - shown;
      const more = hidden ? [make("li", { class: "name more" }, this.say("more", { count: hidden }))] : [];
      cloud.replaceChildren(...chips.slice(hidden), ...more);
      return isWithin(this.stage);
    };
    if (at(min, chips.length)) at(most(min, max, 0.5, (size) => at(size, chips.length)), chips.length);
    else at(min, Math.floor(most(0, chips.length, 1, (count) => at(min, Math.floor(count)))));
    this.known = new Set(names);
  }

  #chip(name) {
    const fresh = this.known.has(name) ? "" : " is-new";
    return make("li", { class: `name${fresh}` }, make("bdi", {}, name));
  }
}

// The largest value up to `high` for which it fits, `low` being known to.
function most(low, high, fineness, fits) {
  if (fits(high)) return high;
  while (high - low > fineness) {
    const middle = (low + high) / 2;
    if (fits(middle)) low = middle;
    else high = middle;
  }
  return low;
}
