// Lays texts out on a stage of fixed size: in the largest letters that fit, and in several pages rather than in
// letters smaller than `min`. Nothing on the stage ever scrolls.
//
//   const pages = lay(stage, ways, {min, max});   show(stage, pages[0]);
//
// A way to show something is a list of documents; a document is a list of groups; a group is a list of blocks
// (elements). A way is taken if each of its documents fits on one page; of the last way, a document that does not
// fit becomes several pages, each group beginning a new one. A block of class "flows" may be cut anywhere.

import { after, before, placeToCut } from "./fit_cut.js";

const FINE = 0.5; // px; how near to the largest size
const ROUNDING = 0.05; // px
const COARSE = 2; // px; the same for one page of several
const NARROWEST = 0.25; // of the square of the size: the room that one letter of a text takes at least
const FEW = 4; // pages; more of them are not made even, which would take too long
const SAME_LOOK = 1.4; // the pages of one thing do not differ more than this in size

export function lay(stage, ways, { min, max }) {
  const last = ways[ways.length - 1];
  const whole = (groups) => fitsSomehow(stage, groups.flat(), min);
  ways.flat(2).forEach((group) => loosen(stage, group, min));
  const way = ways.slice(0, -1).find((documents) => documents.every(whole)) ?? last;
  const laid = way.flatMap((groups) => {
    if (whole(groups)) return [{ blocks: groups.flat(), ...largest(stage, groups.flat(), min, max, FINE) }];
    return groups.filter((group) => group.length).flatMap((group) => evenly(stage, group, min));
  });
  const least = Math.min(...laid.map(({ size }) => size));
  return laid.map((page) => ({ ...page, size: Math.min(page.size, least * SAME_LOOK) }));
}

export function show(stage, { blocks, size, columns }) {
  place(stage, blocks, size, columns);
}

// Options side by side are a list of their own in a grid.
function place(stage, blocks, size, columns) {
  const same = stage.blocks?.length === blocks.length && blocks.every((block, at) => stage.blocks[at] === block && stage.contains(block));
  if (!same) stage.replaceChildren(...listed(blocks));
  stage.blocks = blocks.slice();
  stage.classList.toggle("two-columns", columns === 2);
  stage.style.setProperty("--size", `${size}px`);
}

function listed(blocks) {
  const parts = [];
  for (const block of blocks) {
    if (block.tagName !== "LI") parts.push(block);
    else if (parts.at(-1)?.tagName === "OL") parts.at(-1).append(block);
    else {
      const list = document.createElement("ol");
      list.className = "options";
      list.append(block);
      parts.push(list);
    }
  }
  return parts;
}

const LINES = ".prose, .math-display, .line, .bar-line";

// Does it fit? Above the smallest size a word must fit on its line, too; at the smallest it may be broken.
function fits(stage, blocks, size, columns = 1, breaking = true) {
  if (isHopeless(stage, blocks, size)) return false;
  place(stage, blocks, size, columns);
  stage.classList.toggle("whole-words", !breaking);
  const wide = (element) => element.scrollWidth > element.clientWidth + 1;
  const within = isWithin(stage) && !wide(stage);
  const inside = within && ![...stage.querySelectorAll(LINES)].some(wide);
  stage.classList.remove("whole-words");
  return inside;
}

// Nothing hangs out below, not even a border; scrollHeight alone is rounded and would let a pixel through.
export function isWithin(stage) {
  const { bottom } = stage.getBoundingClientRect();
  const below = [...stage.children].some((part) => part.getBoundingClientRect().bottom > bottom + ROUNDING);
  return !below && stage.scrollHeight <= stage.clientHeight + 1;
}

// More letters than there is room for, however narrow they are: no need to lay them out.
function isHopeless(stage, blocks, size) {
  const letters = blocks.reduce((sum, block) => sum + (block.letters ??= block.textContent.replace(/\s+/g, " ").length), 0);
  return letters * NARROWEST * size ** 2 > stage.clientWidth * stage.clientHeight;
}

// In one column or, if there are several options and no word breaks, in two.
function fitsSomehow(stage, blocks, size) {
  return fits(stage, blocks, size) || (canStandSideBySide(blocks) && fits(stage, blocks, size, 2, false));
}

const canStandSideBySide = (blocks) => blocks.filter((block) => block.tagName === "LI").length > 1;

function largest(stage, blocks, min, max, fineness) {
  const single = grown(stage, blocks, min, max, 1, fineness);
  const double = canStandSideBySide(blocks) ? grown(stage, blocks, min, max, 2, fineness) : 0;
  return double > single * 1.05 ? { size: double, columns: 2 } : { size: single || min, columns: 1 };
}

// The largest size that fits; `min` if that fits only with broken words (in one column), 0 if nothing does.
function grown(stage, blocks, min, max, columns, fineness) {
  const good = (size) => fits(stage, blocks, size, columns, false);
  if (good(max)) return max;
  if (!good(min)) return columns === 1 && fits(stage, blocks, min) ? min : 0;
  let [low, high] = [min, max];
  while (high - low > fineness) {
    const middle = (low + high) / 2;
    if (good(middle)) low = middle;
    else high = middle;
  }
  return low;
}

// A formula that is too wide even in the smallest letters is cut before its operators, so that it can wrap.
function loosen(stage, blocks, min) {
  const formulas = blocks.flatMap((block) => [...block.querySelectorAll("math")]);
  if (!formulas.length) return;
  place(stage, blocks, min, 1);
  const wide = formulas.filter((one) => {
    const line = one.closest(".prose") ?? stage;
    const terms = [...one.children].map((term) => term.getBoundingClientRect()); // a formula on a line of its own is as wide as that
    return Math.max(...terms.map(({ right }) => right)) - Math.min(...terms.map(({ left }) => left)) > line.clientWidth;
  });
  for (const formula of wide) {
    const row = formula.children.length === 1 && formula.firstElementChild.localName === "mrow" ? formula.firstElementChild : formula;
    const parts = [formula.cloneNode(false)];
    for (const term of [...row.children]) {
      const breaks = (term.localName === "mo" && "=<>≤≥≈→+−-⋅·×".includes(term.textContent)) || term.localName === "mspace";
      if (breaks && parts.at(-1).children.length) parts.push(formula.cloneNode(false));
      parts.at(-1).append(term);
    }
    const display = formula.getAttribute("display") === "block";
    parts.forEach((part) => part.removeAttribute("display"));
    if (display) parts.forEach((part) => part.setAttribute("displaystyle", "true"));
    formula.replaceWith(...parts.flatMap((part) => [part, document.createElement("wbr")]));
  }
}

// --- pages ---

// As many pages as the smallest letters need; the letters then grow while the pages do not become more, which
// also spreads the text evenly.
function evenly(stage, group, min) {
  let [pages, size] = [pack(stage, group, min), min];
  for (const factor of pages.length > 1 && pages.length <= FEW ? [1.3, 1.15] : []) {
    const larger = pack(stage, group, min * factor);
    if (larger.length > pages.length) continue;
    [pages, size] = [larger, min * factor];
    break;
  }
  if (pages.length > FEW) return pages.map((blocks) => ({ blocks, size, columns: fits(stage, blocks, size) ? 1 : 2 }));
  return pages.map((blocks) => ({ blocks, ...largest(stage, blocks, size, size * SAME_LOOK, COARSE) }));
}

function pack(stage, group, size) {
  const pages = [[]];
  const waiting = [...group];
  while (waiting.length) {
    const block = waiting.shift();
    const page = pages.at(-1);
    if (fitsSomehow(stage, [...page, block], size)) {
      page.push(block);
      continue;
    }
    const [head, tail] = page.length === 0 || block.classList.contains("flows") ? cut(stage, page, block, size) : [];
    if (head) page.push(head);
    else if (page.length === 0) page.push(block); // it cannot be made to fit
    if (tail) waiting.unshift(tail);
    else if (!page.includes(block)) waiting.unshift(block);
    if (waiting.length) pages.push([]);
  }
  return pages;
}

// As much of the block as fits below what is on the page, and the rest. Empty: there is no good place to cut.
function cut(stage, page, block, size) {
  place(stage, [...page, block], size, 1);
  const bottom = stage.getBoundingClientRect().top + stage.clientHeight;
  const atLeast = page.length ? undefined : 0;
  for (let point = placeToCut(block, bottom, { atLeast }); point; point = placeToCut(block, bottom, { atLeast, from: point })) {
    const head = before(block, point);
    place(stage, [...page, head], size, 1);
    if (isWithin(stage)) return [head, after(block, point)];
    place(stage, [...page, block], size, 1);
  }
  return [];
}
