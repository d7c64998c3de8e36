// Answers on their way. A tap is kept (also over a reload) and sent again until the server has stored or refused
// it. It carries the round in which it was tapped, so it can never count for another question.
//
//   const answers = new Answers(line, "seat-7-1", (round) => redraw(round));
//   answers.tap(3, [1], {number: 3});   answers.of(3) -> {response, status, code, number}
//   status: "none", "sending", "received" (stored, said by the server), "refused" (then `code` says why)

import { freshId } from "./connection.js";

const AGAIN = 2_000; // milliseconds, and up to half as much more
const TRIES_BEFORE_POST = 2;

export class Answers {
  constructor(line, seat, onChange) {
    this.line = line;
    this.place = `prashna-answers-${seat}`;
    this.onChange = onChange;
    this.stored = new Map(); // round -> {response, seq}: what the server has said
    this.refused = new Map(); // round -> {code, number}
    this.pending = new Map(this.#load().map((tap) => [tap.round, { ...tap, tries: 0 }]));
    this.pending.forEach((tap) => this.#sendLater(tap, 0));
  }

  // `number` is only for telling the student which question an answer was for.
  tap(round, response, { number = null } = {}) {
    const before = this.pending.get(round);
    clearTimeout(before?.timer);
    const seq = Math.max(before?.seq ?? 0, this.stored.get(round)?.seq ?? 0, this.lastSeq ?? 0) + 1;
    this.lastSeq = seq; // also above a tap that was refused
    const tap = { id: freshId(), round, response, seq, number, tries: 0 };
    this.pending.set(round, tap);
    this.refused.delete(round);
    this.#save();
    this.#send(tap);
    this.onChange(round);
  }

  of(round) {
    const tap = this.pending.get(round);
    if (tap) return { response: tap.response, status: "sending", number: tap.number };
    const response = this.stored.get(round)?.response ?? null;
    const refused = this.refused.get(round);
    if (refused) return { response, status: "refused", ...refused };
    return { response, status: response === null ? "none" : "received" };
  }

  // Give it every frame; true if the frame was about an answer.
  hear(frame) {
    if (frame.type === "you" && frame.round !== null) this.#know(frame.round, frame.response, frame.seq);
    if (frame.type === "received") this.#received(frame);
    if (frame.type === "refused") this.#refuse(frame);
    return frame.type === "received" || frame.type === "refused";
  }

  // The line is back: do not wait for the timers.
  sendAll() {
    this.pending.forEach((tap) => this.#send(tap));
  }

  #know(round, response, seq) {
    if (response === null || response === undefined) return;
    if ((this.stored.get(round)?.seq ?? 0) > seq) return;
    this.stored.set(round, { response, seq });
  }

  #received(frame) {
    this.#know(frame.round, frame.response, frame.seq);
    const tap = this.pending.get(frame.round);
    if (tap?.id === frame.id || (tap && tap.seq < frame.seq)) this.#settle(tap);
    this.onChange(frame.round);
  }

  #refuse(frame) {
    const tap = [...this.pending.values()].find((one) => one.id === frame.id);
    if (!tap || frame.code === "full") return; // "full": the timer sends it again
    this.#settle(tap);
    this.refused.set(tap.round, { code: frame.code, number: tap.number });
    this.onChange(tap.round);
  }

  #settle(tap) {
    clearTimeout(tap.timer);
    this.pending.delete(tap.round);
    this.#save();
  }

  #send(tap) {
    const { id, round, response, seq } = tap;
    const message = { type: "answer", id, round, response, seq };
    if (tap.tries >= TRIES_BEFORE_POST) this.line.post(message).catch(() => {});
    else if (this.line.send(message)) tap.tries += 1;
    this.#sendLater(tap, AGAIN + Math.random() * (AGAIN / 2));
  }

  #sendLater(tap, wait) {
    clearTimeout(tap.timer);
    if (this.line.state === "ended") return;
    tap.timer = setTimeout(() => this.#send(tap), wait);
  }

  #save() {
    const taps = [...this.pending.values()].map(({ timer, tries, ...tap }) => tap);
    try {
      if (taps.length) localStorage.setItem(this.place, JSON.stringify(taps));
      else localStorage.removeItem(this.place);
    } catch {
      // storage is full or forbidden: the answer is still sent, it only does not survive a reload
    }
  }

  #load() {
    try {
      return JSON.parse(localStorage.getItem(this.place)) ?? [];
    } catch {
      return [];
    }
  }
}
