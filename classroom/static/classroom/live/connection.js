// The line to the server: a WebSocket that always comes back, or polling where sockets cannot be had.
//
//   const line = new Connection("/ws/v1/phone/K4MP7X", "/api/v1/phone/K4MP7X", {
//     onFrame(frame) {},          // every frame; a screen older than the newest one is left out
//     onState(state, detail) {},  // "connecting" | "live" | "polling" | "offline" | "ended"
//   });
//   line.start();
//
// "live" and "polling" are said once the server has really been heard. "ended" comes with {code}: a close code
// 45xx, which means "do not come back". All times are in milliseconds.

const PING_EVERY = 10_000;
const PONG_WITHIN = 5_000;
const OPEN_WITHIN = 8_000; // and the first frame too: some proxies open a socket and then pass nothing on
const RETRY_BASE = 500;
const RETRY_CAP = 10_000;
const FIRST_RETRY = 3_000; // a class that lost its server together does not come back in the same instant
const POLL_EVERY = 2_000;
const POLL_IF_SILENT = 3_000; // on a page that has heard nothing yet
const SOCKET_AGAIN = 30_000;
const SOCKETS_BEFORE_POLLING = 2;
const FINAL = 4500; // close codes from here on mean: do not come back

const upTo = (most) => Math.random() * most;

// An id for a message. crypto.randomUUID is missing on plain http addresses.
export function freshId() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export class Connection {
  constructor(socketUrl, pollUrl, { onFrame, onState }) {
    this.socketUrl = new URL(socketUrl, location.href.replace(/^http/, "ws")).href;
    this.pollUrl = pollUrl;
    this.onFrame = onFrame;
    this.onState = onState;
    this.state = "";
    this.version = 0; // of the newest screen
    this.failures = 0; // sockets in a row on which nothing was heard
    this.kept = new Map(); // id -> message, until it is answered
    this.timers = new Map();
  }

  start() {
    this.#say("connecting");
    this.#openSocket();
    this.#pollFrom(POLL_IF_SILENT);
    addEventListener("online", () => this.#wake());
    addEventListener("offline", () => this.#ping()); // perhaps only the internet is gone, and the school's wifi is not
    addEventListener("pageshow", (event) => event.persisted && this.#wake());
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.#wake());
  }

  // Hands the message to the server if there is a line now. False: there is none, and nothing was kept.
  send(message) {
    if (this.state === "live") {
      this.socket.send(JSON.stringify(message));
      return true;
    }
    if (this.state !== "polling") return false;
    this.post(message).catch(() => {});
    return true;
  }

  // Sends now, or as soon as there is a line, until the message's id is answered.
  keep(message) {
    this.kept.set(message.id, message);
    this.send(message);
  }

  // Sends over plain HTTP, whatever the state; the frames of the answer go to onFrame. Rejects on failure.
  async post(message) {
    const reply = await fetch(this.pollUrl, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(message),
      cache: "no-store",
      signal: after(OPEN_WITHIN),
    });
    this.#deliverAll(await framesOf(reply));
  }

  stop(code = 0) {
    this.timers.forEach(clearTimeout);
    this.timers.clear();
    this.#dropSocket();
    this.#say("ended", { code });
  }

  // --- the socket ---

  #openSocket() {
    if (this.state === "ended" || this.socket) return;
    this.#forget("retry");
    const socket = (this.socket = new WebSocket(this.socketUrl));
    this.heard = false;
    this.retryWithin = null;
    socket.onmessage = (event) => this.#hear(JSON.parse(event.data));
    socket.onclose = (event) => this.#lost(event.code);
    this.#later("silence", OPEN_WITHIN, () => this.#lost(1006));
  }

  #hear(frame) {
    if (!this.heard) this.#nowLive();
    this.#forget("silence");
    if (frame.type === "bye") this.retryWithin = frame.retry_ms;
    if (frame.type === "bye" && frame.retry_ms === null) return this.stop(frame.code);
    if (frame.type !== "pong") this.#deliver(frame);
  }

  #nowLive() {
    this.heard = true;
    this.failures = 0;
    this.#forget("poll");
    this.#say("live");
    this.#pingLater();
    this.kept.forEach((message) => this.send(message));
  }

  #pingLater() {
    this.#later("ping", PING_EVERY * (0.8 + upTo(0.4)), () => {
      this.#ping();
      this.#pingLater();
    });
  }

  #ping() {
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    this.socket.send(JSON.stringify({ type: "ping", id: freshId() }));
    this.#later("silence", PONG_WITHIN, () => this.#lost(1006));
  }

  #lost(code) {
    const worked = this.heard;
    this.#dropSocket();
    if (code >= FINAL && code < 4600) return this.stop(code);
    this.failures = worked ? 0 : this.failures + 1;
    if (this.state !== "polling") this.#say("offline");
    const slowly = Math.min(RETRY_CAP, RETRY_BASE * 2 ** this.failures);
    let wait = upTo(worked ? FIRST_RETRY : slowly);
    if (this.retryWithin) wait = upTo(this.retryWithin);
    if (this.failures >= SOCKETS_BEFORE_POLLING) this.#pollFrom(0);
    if (this.state === "polling") wait = SOCKET_AGAIN;
    this.#later("retry", wait, () => this.#openSocket());
  }

  #dropSocket() {
    const socket = this.socket;
    this.socket = null;
    this.heard = false;
    this.#forget("silence");
    this.#forget("ping");
    if (!socket) return;
    socket.onmessage = socket.onclose = null;
    socket.close();
  }

  // Something says that the network may be back, or the phone has just been woken: look at once.
  #wake() {
    if (this.state === "ended") return;
    if (this.socket) this.#ping(); // it may be dead without knowing
    else this.#openSocket();
    if (this.timers.has("poll")) this.#pollFrom(0);
  }

  // --- polling ---

  #pollFrom(wait) {
    if (wait === 0 && this.asking) return;
    this.#later("poll", wait, () => this.#poll());
  }

  async #poll() {
    this.asking = true;
    try {
      const headers = this.etag ? { "If-None-Match": this.etag } : {};
      const reply = await fetch(this.pollUrl, { headers, cache: "no-store", signal: after(OPEN_WITHIN) });
      const frames = reply.status === 304 ? [] : await framesOf(reply);
      if (this.state === "live" || this.state === "ended") return;
      if (reply.status !== 304) this.etag = reply.headers.get("ETag");
      this.#polled(frames);
    } catch {
      if (this.state !== "live" && this.state !== "ended") this.#say("offline");
    } finally {
      this.asking = false;
    }
    if (this.state === "live" || this.state === "ended") return;
    this.#pollFrom(this.state === "polling" ? POLL_EVERY * (0.8 + upTo(0.4)) : upTo(RETRY_CAP / 2) + RETRY_BASE);
  }

  #polled(frames) {
    if (this.state !== "polling") {
      this.#say("polling");
      this.kept.forEach((message) => this.send(message));
      this.#later("retry", upTo(FIRST_RETRY), () => this.#openSocket()); // the server is there: try again soon
    }
    this.#deliverAll(frames);
  }

  // --- frames ---

  #deliverAll(frames) {
    for (const frame of frames) {
      if (frame.type === "bye" && frame.retry_ms === null) this.stop(frame.code);
      else this.#deliver(frame);
    }
  }

  #deliver(frame) {
    if (frame.type === "screen" && frame.version < this.version) return;
    if (frame.type === "screen") this.version = frame.version;
    if (frame.id) this.kept.delete(frame.id);
    this.onFrame(frame);
  }

  #say(state, detail = {}) {
    if (this.state === state || this.state === "ended") return;
    this.state = state;
    this.onState(state, detail);
  }

  #later(name, wait, act) {
    this.#forget(name);
    this.timers.set(name, setTimeout(() => this.timers.delete(name) && act(), wait));
  }

  #forget(name) {
    clearTimeout(this.timers.get(name));
    this.timers.delete(name);
  }
}

function after(wait) {
  const control = new AbortController();
  setTimeout(() => control.abort(), wait);
  return control.signal;
}

async function framesOf(reply) {
  const body = await reply.json();
  if (!Array.isArray(body.frames)) throw new Error(`status ${reply.status}`);
  return body.frames;
}
