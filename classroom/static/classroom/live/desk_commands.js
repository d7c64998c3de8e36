// What the host wants, on its way to the server: one command at a time, each with the step of the screen that the
// host saw, until it is done or refused.

import { freshId } from "./connection.js";

const ANSWERED_WITHIN = 8_000; // ms
const MAY_WAIT = ["extend", "turn_page"]; // pressed twice they are meant twice

export class Commands {
  // tell(text, undo) says something to the host; changed() is called when `busy` may have changed.
  constructor(line, say, { tell, changed }) {
    Object.assign(this, { line, say, tell, changed });
    this.step = null; // of the newest screen
    this.sent = null;
    this.waiting = [];
  }

  get busy() {
    return this.sent !== null;
  }

  // done() is called once it is carried out.
  do(type, fields = {}, done = null) {
    if (this.busy && !MAY_WAIT.includes(type)) return;
    this.waiting.push({ type, fields, done });
    this.#sendNext();
  }

  #sendNext() {
    if (this.busy || !this.waiting.length) return;
    const { type, fields, done } = this.waiting.shift();
    const id = freshId();
    this.sent = { id, done, timer: setTimeout(() => this.#late(), ANSWERED_WITHIN) };
    this.line.keep({ type, id, step: this.step, ...fields });
    this.changed();
  }

  hear({ type, id, code }) {
    if (!this.sent || this.sent.id !== id) return;
    const { done } = this.#over();
    if (type === "refused") this.tell(this.say(`refused_${code}`));
    else done?.();
  }

  // Without an answer for so long the command is taken back: it must not happen minutes later.
  #late() {
    this.line.kept.delete(this.sent.id);
    this.waiting = [];
    this.#over();
    this.tell(this.say("not_done"));
  }

  #over() {
    const over = this.sent;
    clearTimeout(over.timer);
    this.sent = null;
    this.changed();
    this.#sendNext();
    return over;
  }
}
