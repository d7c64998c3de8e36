// What the host wants, on its way to the server: one command at a time, each with the step of the screen that the
// host saw, until it is done or refused.

import { freshId } from "./connection.js";

const ANSWERED_WITHIN = 8_000; // ms
const SEEN_WITHIN = 3_000; // ms
const MAY_WAIT = ["extend", "turn_page"]; // pressed twice they are meant twice

export class Commands {
  // tell(text, undo) says something to the host; changed() is called when `busy` may have changed.
  constructor(line, say, { tell, changed }) {
    Object.assign(this, { line, say, tell, changed });
    this.step = null; // of the newest screen
    this.version = 0; // of the room, as far as this desk has heard
    this.done = 0; // the same, that the last command led to
    this.sent = null;
    this.waiting = [];
  }

  // "Done" may come before its screen. Until that is there, another command would be about the screen before.
  get busy() {
    return this.sent !== null || this.version < this.done;
  }

  // then() is called once it is carried out. `fields` may be a function, called when the command is sent.
  do(type, fields = {}, then = null) {
    if (this.busy && !MAY_WAIT.includes(type)) return;
    this.waiting.push({ type, fields, then });
    this.#sendNext();
  }

  // A screen or a count has come; a count when a command has changed nothing that the desk shows.
  saw({ step = this.step, version }) {
    this.step = step;
    this.#heard(Math.max(this.version, version));
  }

  hear({ type, id, code, version = 0 }) {
    if (!this.sent || this.sent.id !== id) return;
    const { then } = this.sent;
    this.done = Math.max(this.done, version);
    if (this.version < this.done) setTimeout(() => this.#heard(Math.max(this.version, version)), SEEN_WITHIN);
    this.#over();
    if (type === "refused") this.tell(this.say(`refused_${code}`));
    else then?.();
  }

  #heard(version) {
    const was = this.busy;
    this.version = version;
    this.#sendNext();
    if (was !== this.busy) this.changed();
  }

  #sendNext() {
    if (this.busy || !this.waiting.length) return;
    const { type, fields, then } = this.waiting.shift();
    const id = freshId();
    this.sent = { id, then, timer: setTimeout(() => this.#late(), ANSWERED_WITHIN) };
    this.line.keep({ type, id, step: this.step, ...(typeof fields === "function" ? fields() : fields) });
    this.changed();
  }

  // Without an answer for so long the command is taken back: it must not happen minutes later.
  #late() {
    this.line.kept.delete(this.sent.id);
    this.waiting = [];
    this.#over();
    this.tell(this.say("not_done"));
  }

  #over() {
    clearTimeout(this.sent.timer);
    this.sent = null;
    this.changed();
    this.#sendNext();
  }
}
