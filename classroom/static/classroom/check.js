// The desk's side of "check the room": asks every two seconds which phones came, and draws the list when it changed.

const list = document.getElementById("phones");
const shownAt = performance.now();
const chosen = new URLSearchParams(location.search).get("address") ?? "";
let drawn = "";

async function look() {
  const waited = Math.floor((performance.now() - shownAt) / 1000);
  const query = new URLSearchParams({ key: list.dataset.key, address: chosen, waited });
  try {
    const reply = await fetch(`${list.dataset.state}?${query}`, { cache: "no-store" });
    if (reply.ok) draw((await reply.json()).html);
  } catch {
    // the server is being restarted: ask again
  }
  setTimeout(look, 2000);
}

function draw(html) {
  if (html === drawn) return; // a list that is written anew is read out anew
  drawn = html;
  list.innerHTML = html;
}

look();
