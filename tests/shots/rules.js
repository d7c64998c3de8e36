// What is wrong with the page as it stands, one line per mistake. `rules`: {smallest, secondary, scripts, target, fixed}
//   smallest   px, the least size of text;  secondary, scripts  px, of SECONDARY and of SCRIPTS
//   target     px, the least width and height of what is tapped; 0: not asked
//   fixed      nothing may lie outside the window, and nothing may scroll
(rules) => {
  const SECONDARY = ".hint, .tag, .verdict, .bar-line, .small, .errorlist, .mark, footer, th";
  const SCRIPTS = "sub, sup, math"; // raised and lowered letters
  const CLIPS = ["hidden", "clip"];
  const found = new Set();
  const [width, height] = [document.documentElement.clientWidth, document.documentElement.clientHeight];
  const named = (element) => {
    const id = element.id ? `#${element.id}` : "";
    const classes = [...element.classList].slice(0, 3).map((one) => `.${one}`).join("");
    const text = element.textContent.trim().replace(/\s+/g, " ").slice(0, 30);
    return `<${element.localName}${id}${classes}> "${text}"`;
  };
  const say = (what, element) => found.add(element ? `${what}: ${named(element)}` : what);
  const unseen = (element) =>
    element.closest(".unseen, .skip, [hidden], noscript, script, style, option, dialog:not([open])") ||
    !element.checkVisibility({ opacityProperty: true, visibilityProperty: true });

  const page = document.documentElement;
  if (page.scrollWidth > width + 1) say(`the page is ${page.scrollWidth} px wide in a window of ${width}`);
  if (rules.fixed && page.scrollHeight > height + 1) say(`the page is ${page.scrollHeight} px high in a window of ${height}`);

  for (const element of document.body.querySelectorAll("*")) {
    if (element.closest("svg, math") && element.localName !== "svg" && element.localName !== "math") continue;
    if (unseen(element)) continue;
    const style = getComputedStyle(element);
    const scrolls = { x: element.scrollWidth > element.clientWidth + 1, y: element.scrollHeight > element.clientHeight + 1 };
    const shortened = style.textOverflow === "ellipsis"; // and says so, by three dots
    if (style.display !== "inline" && !element.matches("input, select, textarea, img, svg")) {
      if (scrolls.x && CLIPS.includes(style.overflowX) && !shortened) say("cut off at the side", element);
      if (scrolls.y && CLIPS.includes(style.overflowY)) say("cut off at the bottom", element);
      const auto = (overflow) => ["auto", "scroll"].includes(overflow);
      if (rules.fixed && ((scrolls.x && auto(style.overflowX)) || (scrolls.y && auto(style.overflowY)))) say("scrolls", element);
    }
    if (rules.target) target(element, style);
    if (rules.fixed && parseFloat(style.borderBottomWidth)) edges(element);
  }

  // Letters outside the box that shows them; scrollWidth and scrollHeight do not tell of what is lost at the start.
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const parent = node.parentElement;
    if (!node.data.trim() || unseen(parent)) continue;
    const size = parseFloat(getComputedStyle(parent).fontSize);
    const least = parent.closest(SCRIPTS) ? rules.scripts : parent.closest(SECONDARY) ? rules.secondary : rules.smallest;
    if (size < least - 0.05) say(`text of ${size.toFixed(1)} px, less than ${least.toFixed(1)}`, parent);
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    const frame = frameOf(parent);
    if (!frame) continue;
    if (box.left < frame.left - 1 || box.right > frame.right + 1) say("letters lost at the side", parent);
    if (rules.fixed && (box.top < frame.top - 2 || box.bottom > frame.bottom + 2)) say("letters lost above or below", parent);
  }
  return [...found];

  // A border that its frame cuts off, by less than the letters may.
  function edges(element) {
    const frame = element.parentElement && frameOf(element.parentElement);
    const box = element.getBoundingClientRect();
    const lost = frame && (box.top < frame.top - 0.5 || box.bottom > frame.bottom + 0.5 || box.left < frame.left - 0.5 || box.right > frame.right + 0.5);
    if (lost) say("a border cut off", element);
  }

  function frameOf(element) {
    for (let one = element; one && one !== document.body; one = one.parentElement) {
      const { overflowX, display, textOverflow } = getComputedStyle(one);
      if (overflowX === "visible" || display === "inline") continue;
      if (!CLIPS.includes(overflowX) || textOverflow === "ellipsis") return null; // it can be scrolled to, or is shortened
      return one.getBoundingClientRect();
    }
    return { left: 0, right: width, top: 0, bottom: height };
  }

  function target(element, style) {
    if (!element.matches("a[href], button, select, textarea, summary, input:not([type=hidden]), label.option")) return;
    if (element.matches("a") && style.display === "inline") return; // a word in a sentence
    const whole = element.closest("label") ?? element;
    const { width: wide, height: high } = whole.getBoundingClientRect();
    if (wide < rules.target - 0.5 || high < rules.target - 0.5) {
      say(`a target of ${wide.toFixed(0)} x ${high.toFixed(0)} px`, whole);
    }
  }
}
