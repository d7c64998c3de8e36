// A phone tries what a lesson needs: a socket, its round trip, and polling. The result goes to the server.

const PINGS = 5;
const WITHIN = 6000; // milliseconds for each step
const { socket: socketPath, poll, report, good, bad, ms, stored, lost } = document.getElementById("check").dataset;

const median = (times) => (times.length ? Math.round([...times].sort((a, b) => a - b)[times.length >> 1]) : null);

function show(id, works, text) {
  const line = document.getElementById(id);
  line.classList.add(works ? "ok" : "bad");
  line.prepend(works ? "✓ " : "✗ ");
  line.querySelector("span").textContent = text ?? (works ? good : bad);
}

// The times of five pings, one after another; fewer where the socket failed, none where it never opened.
function pingTimes() {
  return new Promise((done) => {
    const times = [];
    const socket = new WebSocket(new URL(socketPath, location.href.replace(/^http/, "ws")));
    const end = () => {
      clearTimeout(timer);
      socket.onclose = null;
      socket.close();
      done(times);
    };
    const timer = setTimeout(end, WITHIN);
    let sent;
    const ping = () => {
      sent = performance.now();
      socket.send(JSON.stringify({ type: "ping", id: String(times.length) }));
    };
    socket.onopen = ping;
    socket.onclose = end;
    socket.onmessage = () => (times.push(performance.now() - sent) < PINGS ? ping() : end());
  });
}

async function within(address, options = {}) {
  const control = new AbortController();
  const timer = setTimeout(() => control.abort(), WITHIN);
  try {
    const reply = await fetch(address, { ...options, cache: "no-store", signal: control.signal });
    return reply.ok ? await reply.json() : null;
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}

async function pollTimes() {
  const times = [];
  while (times.length < PINGS) {
    const sent = performance.now();
    if (!(await within(poll))) break;
    times.push(performance.now() - sent);
  }
  return times;
}

const pings = await pingTimes().catch(() => []);
show("socket", pings.length === PINGS);
const polls = await pollTimes();
show("polling", polls.length === PINGS);
const trip = median(pings.length === PINGS ? pings : polls);
show("trip", trip !== null, trip === null ? bad : ms.replace("{ms}", trip));

const body = new FormData(document.getElementById("report"));
body.set("socket", pings.length === PINGS ? "yes" : "no");
body.set("polling", polls.length === PINGS ? "yes" : "no");
if (trip !== null) body.set("round_trip", trip);
const answer = await within(report, { method: "POST", body });
document.getElementById("end").textContent = answer?.stored ? stored : lost;
