// The page of a student who waits for the host's yes: asks every two seconds and loads again once it is decided.

const place = document.getElementById("claim");

async function ask() {
  try {
    const { decision } = await (await fetch(place.dataset.state, { cache: "no-store" })).json();
    if (decision !== "open") return location.reload();
  } catch {
    // no connection: ask again
  }
  setTimeout(ask, 2000);
}

ask();
