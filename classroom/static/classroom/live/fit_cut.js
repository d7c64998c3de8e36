// Cuts a block of text in two between words, where a page ends.

const SENTENCE_ENDS = /[.!?।…]/;
const LEAST = 8; // words; less than that is not put at the end of a page

// The last good place to cut `block` so that what is before it ends above `bottom` (px, in the window). The block
// must be laid out. `from` is an earlier result: then the next good place before that. null: there is none.
export function placeToCut(block, bottom, { atLeast = LEAST, from = null } = {}) {
  const points = from?.points ?? gaps(block);
  let last = from ? from.at - 1 - Math.floor(from.at / 20) : lastAbove(block, points, bottom);
  if (last < atLeast) return null;
  const sentence = points.slice(0, last + 1).findLastIndex(({ ends }) => ends);
  if (sentence >= last / 2 && sentence >= atLeast) last = sentence;
  return { points, at: last, ...points[last] };
}

function lastAbove(block, points, bottom) {
  const range = document.createRange();
  const end = ({ node, index }) => {
    range.setStart(node, index);
    range.setEnd(node, index + 1);
    return range.getBoundingClientRect().bottom;
  };
  if (!points.length) return -1;
  const below = Math.max(0, block.getBoundingClientRect().bottom - end(points.at(-1))); // padding and border
  let [low, high] = [-1, points.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (end(points[middle]) + Math.min(below, 60) <= bottom) low = middle;
    else high = middle - 1;
  }
  return low;
}

// Every place between two words: the text node, where the next word begins, where this one ends. Code is cut between
// lines, a table between rows.
function gaps(block) {
  const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
  const nodes = [];
  while (walker.nextNode()) nodes.push(walker.currentNode);
  const texts = nodes.filter((node) => !node.parentElement.closest("math, svg, .mark, .bar-line, .verdict"));
  return texts.flatMap((node, at) => gapsIn(node, texts[at + 1]));
}

function gapsIn(node, next) {
  const home = boxOf(node);
  const ends = !next || boxOf(next) !== home; // the last text of its paragraph, line of a list, cell
  if (home.closest("td, th")) return ends && next && !home.closest("td, th").nextElementSibling ? [endOf(node)] : [];
  const between = home.closest("pre") ? /()\n+/g : /(\S)\s+/g;
  const found = [...node.data.matchAll(between)].map((gap) => {
    return { node, offset: gap.index + gap[0].length, index: gap.index, ends: SENTENCE_ENDS.test(gap[1]) };
  });
  if (ends && next && node.data.trim()) found.push(endOf(node)); // the end of the block itself is no place to cut it
  return found;
}

const boxOf = (node) => node.parentElement.closest("p, li, pre, td, th, h1, h2, h3, h4, blockquote, div");

function endOf(node) {
  const text = node.data.trimEnd();
  return { node, offset: node.data.length, index: Math.max(text.length - 1, 0), ends: true };
}

export function before(block, { node, offset }) {
  const range = document.createRange();
  range.setStart(block, 0);
  range.setEnd(node, offset);
  return part(block, range);
}

// The rest; an option keeps its letter.
export function after(block, { node, offset }) {
  const range = document.createRange();
  range.setStart(node, offset);
  range.setEnd(block, block.childNodes.length);
  const rest = part(block, range);
  const mark = block.tagName === "LI" && !rest.querySelector(".mark") && block.querySelector(".mark");
  if (mark) rest.prepend(mark.cloneNode(true));
  return rest;
}

function part(block, range) {
  const copy = block.cloneNode(false);
  copy.append(range.cloneContents());
  const empty = (one) => !one.textContent.trim() && !one.querySelector("img, svg");
  [...copy.querySelectorAll("p, pre, li, blockquote, tr, thead")].filter(empty).forEach((one) => one.remove()); // cut at its edge
  return copy;
}
