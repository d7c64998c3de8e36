// Practice without reloading the page, and where one stopped. Everything works without this file too.

const place = document.getElementById("practice");
const live = document.getElementById("live");
const notice = document.getElementById("notice");
const stored = `prashna-practice-${place.dataset.storage}`;
let language = place.dataset.chosen;

// --- what this browser remembers: the address of the step, which holds the signed answers ---

function remember(address) {
  try {
    if (address) localStorage.setItem(stored, address);
    else localStorage.removeItem(stored);
  } catch {
    // storage is full or forbidden: the address bar still knows
  }
}

function remembered() {
  try {
    return localStorage.getItem(stored);
  } catch {
    return null;
  }
}

function inLanguage(address) {
  const url = new URL(address, location.href);
  url.searchParams.set("in", language);
  return url.pathname + url.search;
}

// --- one tap for the other language ---

function flip(wanted) {
  language = wanted;
  for (const text of place.querySelectorAll("[data-in]")) text.hidden = text.dataset.in !== language;
  for (const field of place.querySelectorAll("input[name=in]")) field.value = language;
  for (const link of document.querySelectorAll("[data-flip]")) {
    if (link.dataset.flip === language) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
  history.replaceState(null, "", inLanguage(location.href));
}

// --- one step after another ---

async function load(address, body) {
  const reply = await fetch(address, { method: body ? "POST" : "GET", body, headers: { Accept: "application/json" } });
  const answer = await reply.json();
  if (answer.closed) return tell(answer.closed);
  tell("");
  draw(answer);
}

function draw({ html, address, say, step }) {
  place.innerHTML = html;
  place.dataset.step = step;
  history.replaceState(null, "", address);
  remember(address);
  flip(language);
  live.textContent = say;
  // The answer is announced, and the focus goes on to "Next"; a new question or the score is read by its heading.
  const target = document.getElementById(step === "answer" ? "next" : "heading");
  target?.focus({ preventScroll: true });
  scrollTo(0, 0);
}

function tell(text) {
  notice.textContent = text;
  notice.hidden = !text;
}

let busy = false; // a double tap asks once

async function step(address, body) {
  if (busy) return;
  busy = true;
  try {
    await load(address, body);
  } catch {
    tell(place.dataset.offline);
  } finally {
    busy = false;
  }
}

place.addEventListener("submit", (event) => {
  if (event.target.id !== "answer") return;
  event.preventDefault();
  step(event.target.action, new FormData(event.target));
});

document.addEventListener("click", (event) => {
  const link = event.target.closest("a");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (link.dataset.flip) flip(link.dataset.flip);
  else if (link.id === "next") step(inLanguage(link.href));
  else return;
  event.preventDefault();
});

// The letters A to J and the digits choose an option.
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.key.length !== 1) return;
  const inputs = place.querySelectorAll("#answer .options input");
  const at = "abcdefghij".indexOf(event.key.toLowerCase());
  const input = inputs[at >= 0 ? at : "1234567890".indexOf(event.key)];
  if (!input) return;
  input.focus();
  input.click();
});

const goOn = document.getElementById("go-on");
if (place.dataset.step !== "start") remember(location.pathname + location.search);
else if (goOn && remembered()) {
  goOn.firstElementChild.href = inLanguage(remembered());
  goOn.hidden = false;
}
