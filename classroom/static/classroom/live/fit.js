// Lays texts out on a stage of fixed size: in the largest letters that fit, and in several pages rather than in
// letters smaller than `min`. Nothing on the stage ever scrolls.
//
//   const pages = lay(stage, ways, {min, max});   show(stage, pages[0]);
//
// A way to show something is a list of documents; a document is a list of groups; a group is a list of blocks
// (elements). A way is taken if each of its documents fits on one page; of the last way, a document that does not
// fit becomes several pages, each group beginning a new one. A block of class "flows" may be cut anywhere.

const FINENESS = 0.5; // px; how near to the largest size
const SAME_LOOK = 1.4; // the pages of one thing do not differ more than this in size

export function lay(stage, ways, { min, max }) {
  const last = ways[ways.length - 1];
  const way = ways.slice(0, -1).find((documents) => documents.every((one) => fits(stage, one.flat(), min))) ?? last;
  const pages = way.flatMap((groups) => {
    const all = groups.flat();
    return fits(stage, all, min) ? [all] : groups.filter((group) => group.length).flatMap((group) => pack(stage, group, min));
  });
  const laid = pages.map((blocks) => ({ blocks, ...largest(stage, blocks, min, max) }));
  const least = Math.min(...laid.map(({ size }) => size));
  return laid.map((page) => ({ ...page, size: Math.min(page.size, least * SAME_LOOK) }));
}

export function show(stage, { blocks, size, columns }) {
  place(stage, blocks, size, columns);
}

// Options side by side are a list of their own in a grid.
function place(stage, blocks, size, columns) {
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
  stage.style.setProperty("--size", `${size}px`);
  stage.classList.toggle("two-columns", columns === 2);
  stage.replaceChildren(...parts);
}

// Does it fit? Above the smallest size a word must fit on its line, too; at the smallest it may be broken.
function fits(stage, blocks, size, columns = 1, breaking = true) {
  place(stage, blocks, size, columns);
  stage.classList.toggle("whole-words", !breaking);
  const wide = (element) => element.scrollWidth > element.clientWidth + 1;
  const within = stage.scrollHeight <= stage.clientHeight + 1 && !wide(stage);
  const inside = within && ![...stage.querySelectorAll(".prose, .line")].some(wide);
  stage.classList.remove("whole-words");
  return inside;
}

function largest(stage, blocks, min, max) {
  const single = grown(stage, blocks, min, max, 1);
  if (blocks.filter((block) => block.tagName === "LI").length < 2) return { size: single, columns: 1 };
  const double = grown(stage, blocks, min, max, 2);
  return double > single * 1.05 ? { size: double, columns: 2 } : { size: single, columns: 1 };
}

function grown(stage, blocks, min, max, columns) {
  let [low, high] = [min, max];
  if (fits(stage, blocks, high, columns, false)) return high;
  while (high - low > FINENESS) {
    const middle = (low + high) / 2;
    if (fits(stage, blocks, middle, columns, false)) low = middle;
    else high = middle;
  }
  return low;
}

// --- pages ---

function pack(stage, group, size) {
  const pages = [[]];
  const waiting = [...group];
  while (waiting.length) {
    const block = waiting.shift();
    const page = pages.at(-1);
    if (fits(stage, [...page, block], size)) {
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
  const points = gaps(block);
  let [low, high] = [-1, points.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(stage, [...page, before(block, points[middle])], size)) low = middle;
    else high = middle - 1;
  }
  if (low < 0 || (page.length && low < 8)) return [];
  const sentences = points.slice(0, low + 1).findLastIndex((point) => point.ends);
  const at = sentences >= low / 2 ? sentences : low;
  return [before(block, points[at]), after(block, points[at])];
}

// Every place between two words.
function gaps(block) {
  const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
  const found = [];
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (node.parentElement.closest("math, svg, .mark")) continue;
    for (const gap of node.data.matchAll(/(\S)\s+(?=\S)/g)) {
      found.push({ node, offset: gap.index + gap[0].length, ends: /[.!?।…]/.test(gap[1]) });
    }
    if (node.data.trim()) found.push({ node, offset: node.data.length, ends: /[.!?।…]\s*$/.test(node.data) });
  }
  return found.slice(0, -1); // the end of the block is no place to cut it
}

function before(block, { node, offset }) {
  const range = document.createRange();
  range.setStart(block, 0);
  range.setEnd(node, offset);
  return part(block, range);
}

function after(block, { node, offset }) {
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
  return copy;
}
