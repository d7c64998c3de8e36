// The picture beside the question form, drawn again by the server while the teacher types.
// Without this script the "Show the preview" button does the same with a page load.

const form = document.getElementById("question-form");
const preview = document.getElementById("preview");
const PAUSE_MS = 400;
let timer;
let latest = 0;

async function redraw() {
  const mine = ++latest;
  const typed = new FormData(form);
  typed.delete("image"); // a picture is sent once, on saving
  try {
    const answer = await fetch(form.dataset.preview, { method: "POST", body: typed });
    const html = await answer.text();
    if (answer.ok && mine === latest) preview.innerHTML = html;
  } catch {
    // No connection: the last picture stays, and saving will say what is wrong.
  }
}

form.addEventListener("input", () => {
  clearTimeout(timer);
  timer = setTimeout(redraw, PAUSE_MS);
});
form.querySelector("[data-plain]").hidden = true;
