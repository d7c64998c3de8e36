// Keyboard shortcuts of the desk. They never fire while something is typed or chosen, in a dialog, or with Ctrl,
// Alt or ⌘; and they can be switched off in the help panel.

import { remember, remembered } from "./draw.js";

const TYPED_IN = "input, textarea, select, [contenteditable]";
const PRESSED = "button, a[href], summary, dialog *";

export class Keys {
  // acts: key as in event.key, letters in lower case -> what it does
  constructor(acts, help) {
    this.acts = acts;
    this.help = help;
    this.off = help.querySelector("input");
    this.off.checked = remembered("keys") !== "off";
    this.off.addEventListener("change", () => remember("keys", this.off.checked ? "on" : "off"));
    document.addEventListener("keydown", (event) => this.#pressed(event));
  }

  #pressed(event) {
    const { target, key } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.isComposing) return;
    if (document.querySelector("dialog[open]") || !this.off.checked) return;
    if (target.closest(TYPED_IN)) return;
    if ((key === " " || key === "Enter") && target.closest(PRESSED)) return; // it presses that
    const act = this.acts[key.length === 1 ? key.toLowerCase() : key];
    if (!act) return;
    event.preventDefault();
    act();
  }
}
