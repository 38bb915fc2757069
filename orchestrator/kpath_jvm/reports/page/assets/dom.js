// Makes elements, and writes figures. Texts become only text nodes or values of attributes, never HTML.
(function (kpath) {
  "use strict";

  const SVG = "http://www.w3.org/2000/svg";

  function filled(element, attributes, children) {
    for (const [name, value] of Object.entries(attributes || {})) {
      if (value === null || value === undefined || value === false) continue;
      if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
      else if (name === "width%") element.style.width = `${100 * value}%`;
      else element.setAttribute(name, value === true ? "" : value);
    }
    element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined));
    return element;
  }

  /** Matches the texts within which a line never breaks: shares, such as 12.3 %, and options, such as --top N. */
  const UNBROKEN = /((?:[<>≈≤≥] ?)?[\d.,]+ %|--[a-z][a-z-]*(?: [A-Z]+\b)?)/;

  /** Splits a text so that lines break only where they should. */
  function unbroken(child) {
    const parts = typeof child === "string" ? child.split(UNBROKEN) : [];
    // No element is needed for a text that has no such part, or that is one as a whole.
    if (parts.length < 2 || parts.every((part, at) => at % 2 || !part)) return child;
    return parts.map((part, at) => (at % 2 ? el("span", { class: "unbroken" }, part) : part)).filter((part) => part !== "");
  }

  /** Makes an HTML element; children are nodes or texts. */
  const el = (tag, attributes, ...children) =>
    filled(document.createElement(tag), attributes, tag === "option" ? children : children.flat(Infinity).map(unbroken));

  /** Makes an SVG element. */
  const svg = (tag, attributes, ...children) =>
    filled(document.createElementNS(SVG, tag), attributes, children);

  const whole = new Intl.NumberFormat("en-US");

  /** Writes a count: 1,234,567. */
  const count = (value) => (value === null || value === undefined ? "unknown" : whole.format(value));

  /** Returns a mark to write before the cost of a profile, method or loop if it isn't known exactly. */
  const about = (one) => {
    if (one.exact_cost === one.cost) return "";
    return one.entered_cost === one.cost ? "≤ " : "≈ ";
  };

  /** Writes a count with at most three digits: 1.2M for 1,203,456. */
  function short(value) {
    for (const [size, unit] of [[1e12, "T"], [1e9, "G"], [1e6, "M"], [1e3, "k"]]) {
      if (value < size) continue;
      const scaled = value / size;
      const text = scaled.toFixed(scaled < 10 ? 2 : scaled < 100 ? 1 : 0);
      return (text.includes(".") ? text.replace(/\.?0+$/, "") : text) + unit;
    }
    return String(value);
  }

  /** Writes the names of lines for use in a sentence: line 12, or lines 4-9, 12. */
  const linesPhrase = (names) => `${/^(?:[^,→]*:)?\d+(?:@\d+)?$/.test(names) ? "line" : "lines"} ${names}`;

  /**
   * Writes a share as reports do (output.py): 12.3 %; a share above 0 is never written as 0. A share in the middle between
   * two texts becomes the one with the even digit.
   */
  function percent(share) {
    if (share === null || share === undefined || Number.isNaN(share)) return "";
    if (share > 0 && share <= 0.0005) return "< 0.1 %";
    if (share < 1 && share >= 0.9995) return "> 99.9 %";
    // A quotient of two counts that is in the middle between two texts has an exact decimal text. The product
    // 1000 * share isn't always exact.
    const tenths = Number(`${share}e3`);
    const below = Math.floor(tenths), over = tenths - below;
    return `${((over > 0.5 || (over === 0.5 && below % 2 !== 0) ? below + 1 : below) / 10).toFixed(1)} %`;
  }

  /**
   * A table with the option `stacks` is stacked in a section that is at most NARROW pixels wide: the cells of a row are
   * one below the other. For a table of more than MANY_COLUMNS columns, the limit is NARROW_FOR_MANY.
   */
  const NARROW = 760;
  const NARROW_FOR_MANY = 1040;
  const MANY_COLUMNS = 8;

  const plural = (value, one, many) => `${count(value)} ${value === 1 ? one : many || `${one}s`}`;

  /**
   * Makes a table. Its heads are texts; a head that begins with > is above a column of numbers. Where there isn't
   * enough width, a table with `stacks` has the cells of a row one below the other, each with its column's head.
   */
  function table(caption, heads, rows, { stacks = false } = {}) {
    const isNumber = heads.map((head) => head.startsWith(">"));
    const names = heads.map((head) => head.replace(/^>/, ""));
    // Roles are given explicitly, because a table loses its own when it isn't laid out as a table.
    const head = (name, column) => el("th", { class: isNumber[column] ? "number" : null, scope: "col", role: "columnheader" }, name);
    const cell = (value, column) =>
      el("td", { class: isNumber[column] ? "number" : null, role: "cell", "data-label": names[column] }, el("div", {}, value));
    const isMany = heads.length > MANY_COLUMNS;
    const made = el("table", { class: isMany ? "many" : null, role: "table" },
      el("caption", { class: "hidden" }, caption),
      el("thead", { role: "rowgroup" }, el("tr", { role: "row" }, names.map(head))),
      el("tbody", { role: "rowgroup" }, rows.map((row) => el("tr", { role: "row" }, row.map(cell)))));
    const host = el("div", { class: "scrolls", tabindex: 0, role: "region", "aria-label": caption }, made);
    if (stacks) stackIfNarrow(host, made, isMany ? NARROW_FOR_MANY : NARROW);
    return host;
  }

  /** Stacks a table while its host is at most `narrow` wide, or has too little width for the table's columns. */
  function stackIfNarrow(host, made, narrow) {
    let width = 0;
    new ResizeObserver(() => {
      if (host.clientWidth === width) return;
      width = host.clientWidth;
      made.classList.remove("stacked");
      made.classList.toggle("stacked", width <= narrow || host.scrollWidth > width);
    }).observe(host);
  }

  /** Writes a number with the given number of decimals: 1,234.5. */
  const decimal = (value, digits) =>
    value.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits });

  /** Makes a bar that shows a share. */
  const bar = (share) =>
    el("span", { class: "bar", "aria-hidden": "true" }, el("span", { "width%": Math.min(share, 1) }));

  let context = null;

  /** Returns the width of a text in a font, in whole pixels. */
  function widthOf(text, font) {
    context = context || document.createElement("canvas").getContext("2d");
    context.font = font;
    return Math.ceil(context.measureText(text).width) + 1;
  }

  /** Says how much the longest bar of a list stands for, if the greatest share fills it. */
  const scaleOf = (most) => `The longest bar is ${percent(most)}; the others are in proportion to it.`;

  Object.assign(kpath, { scaleOf, widthOf, el, svg, count, short, about, linesPhrase, percent, decimal, plural, table, bar });
})((window.kpath = window.kpath || {}));
