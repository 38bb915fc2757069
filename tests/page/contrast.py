"""Measures how well the texts of a page stand out from what is behind them (WCAG 2.2, 1.4.3)."""

from page.browser import Page

#: Returns [text, where, ratio, wanted ratio] of every text that stands out too little.
_TOO_PALE = """
const number = (text) => (text.match(/[\\d.]+/g) || []).map(Number);
const parsed = (text) => {
  if (!text || text === "none" || text === "transparent") return [0, 0, 0, 0];
  const [r, g, b, a] = number(text);
  return [r, g, b, a === undefined ? 1 : a];
};
const over = ([r, g, b, a], under) => [r, g, b].map((one, at) => a * one + (1 - a) * under[at]);
const light = (rgb) => {
  const [r, g, b] = rgb.map((one) => one / 255)
    .map((one) => (one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const ratio = (a, b) => {
  const [least, most] = [light(a), light(b)].sort((x, y) => x - y);
  return (most + 0.05) / (least + 0.05);
};
// Returns the colour behind an element. The backgrounds of the elements around it count. For a text
// in an SVG, rectangles under the text's centre count, too.
const behind = (element) => {
  const around = [];
  for (let at = element; at; at = at.parentElement) around.unshift(at);
  let ground = [255, 255, 255];
  for (const one of around) {
    if (one instanceof SVGElement) continue;
    ground = over(parsed(getComputedStyle(one).backgroundColor), ground);
  }
  if (element instanceof SVGElement) {
    const own = element.getBoundingClientRect();
    const [x, y] = [(own.left + own.right) / 2, (own.top + own.bottom) / 2];
    for (const shape of element.parentElement.querySelectorAll(":scope > rect")) {
      const box = shape.getBoundingClientRect();
      if (x < box.left || x > box.right || y < box.top || y > box.bottom) continue;
      const style = getComputedStyle(shape);
      const [r, g, b, a] = parsed(style.fill);
      ground = over([r, g, b, a * Number(style.opacity)], ground);
    }
  }
  return ground;
};
const found = [];
for (const element of document.body.querySelectorAll("*")) {
  const text = [...element.childNodes].filter((node) => node.nodeType === 3)
    .map((node) => node.textContent.trim()).join("");
  const style = getComputedStyle(element);
  const box = element.getBoundingClientRect();
  if (!text || !box.width || style.visibility === "hidden" || element.disabled
    || element.closest("title, desc, script, style, noscript, .hidden")) continue;
  const ground = behind(element);
  let opacity = 1;
  for (let at = element; at; at = at.parentElement) opacity *= Number(getComputedStyle(at).opacity);
  const [r, g, b, a] = parsed(element instanceof SVGElement ? style.fill : style.color);
  const own = over([r, g, b, a * opacity], ground);
  const size = parseFloat(style.fontSize);
  const wanted = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700) ? 3 : 4.5;
  const reached = ratio(own, ground);
  if (reached < wanted) {
    found.push([text.slice(0, 40), element.getAttribute("class") || element.tagName,
      Math.round(100 * reached) / 100, wanted]);
  }
}
return found;
"""


def too_pale(page: Page) -> list[tuple[str, str, float, float]]:
    """Returns text, class or tag, ratio and wanted ratio of each text with too little contrast."""
    # While the theme changes, the colours are those of neither theme.
    page.wait("return document.getAnimations().every((it) => it.playState !== 'running')")
    return [tuple(one) for one in page.run(_TOO_PALE)]
