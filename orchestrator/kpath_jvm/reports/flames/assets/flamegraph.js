// A flame graph: its frames, the zoom, the search, and what a frame's width means in words.
(function (kpath) {
  "use strict";

  const { el, count, percent, plural } = kpath;

  const NARROWEST = 1, READABLE = 26;
  /** The approximate width of a letter in a frame, in pixels. */
  const LETTER = 7;
  const UNITS = {
    cost: { one: "bytecode", many: "bytecodes", button: "Bytecodes",
      what: "bytecodes that completed paths have executed" },
    count: { one: "path completion", many: "path completions", button: "Completions",
      what: "completions of paths" },
  };
  const KINDS = { class: "class", method: "method", loop: "loop", sequence: "paths, and what came next",
    rarer: "paths too rare to be told apart" };

  /** The nodes of the graph, with their values in one of the two weights. A node's widest child comes first. */
  class Nodes {
    constructor(document) {
      this.document = document;
      this.parents = document.nodes.parent;
      this.frames = document.nodes.frame;
      this.size = this.parents.length;
      this.sizes = new Int32Array(this.size).fill(1);
      this.levels = new Int32Array(this.size);
      for (let node = this.size - 1; node > 0; node--) this.sizes[this.parents[node]] += this.sizes[node];
      for (let node = 1; node < this.size; node++) this.levels[node] = this.levels[this.parents[node]] + 1;
      this.weigh(document.weight);
    }

    weigh(weight) {
      this.weight = weight;
      this.values = this.document.nodes[weight];
      this.children = Array.from({ length: this.size }, () => []);
      this.own = this.values.slice();
      for (let node = 1; node < this.size; node++) {
        this.own[this.parents[node]] -= this.values[node];
        if (this.values[node] > 0) this.children[this.parents[node]].push(node);
      }
      for (const own of this.children) own.sort((a, b) => this.values[b] - this.values[a] || a - b);
    }

    get unit() {
      return UNITS[this.weight];
    }

    of(node, column) {
      return node === 0 ? "" : this.document.frames[column][this.frames[node]];
    }

    text(node) {
      return node === 0 ? "everything" : this.of(node, "text");
    }

    /** Returns the text for a frame that is `width` pixels wide. A class loses its package if its full name doesn't fit. */
    fitting(node, width) {
      const text = this.text(node);
      return this.of(node, "kind") === "class" && text.length * LETTER > width ? text.slice(text.lastIndexOf(".") + 1) : text;
    }

    name(node) {
      return node === 0 ? "Everything" : this.of(node, "name");
    }

    share(node, whole) {
      return this.values[node] / this.values[whole];
    }

    amount(node) {
      return plural(this.values[node], this.unit.one, this.unit.many);
    }

    /** Returns a line that says what a frame is and how wide it is. */
    label(node) {
      return `${this.name(node)}: ${this.amount(node)}, ${percent(this.share(node, 0))} of all ${count(this.values[0])}`;
    }

    /** Returns the nodes around a node, from the outermost one to its parent. */
    around(node) {
      const found = [];
      for (let at = this.parents[node]; at >= 0; at = this.parents[at]) found.unshift(at);
      return found;
    }

    /** Returns the nodes that match a search, the widest first, and the value that they cover together. */
    matching(query) {
      const { text, name, kind } = this.document.frames;
      const is = text.map((one, at) =>
        `${one}\n${kind[at] === "method" ? name[at] : ""}`.toLowerCase().includes(query));
      const nodes = [];
      const covered = new Uint8Array(this.size);
      let value = 0;
      for (let node = 1; node < this.size; node++) {
        covered[node] = covered[this.parents[node]];
        if (!is[this.frames[node]] || this.values[node] === 0) continue;
        nodes.push(node);
        // The value of a match inside another match is counted already.
        if (!covered[node]) value += this.values[node];
        covered[node] = 1;
      }
      return { nodes: nodes.sort((a, b) => this.values[b] - this.values[a] || a - b), value };
    }
  }

  /** Returns a sentence that says what a frame's width stands for. */
  function meaning(nodes, node) {
    const isCost = nodes.weight === "cost";
    const what = isCost ? "executed bytecodes" : "completed paths";
    switch (nodes.of(node, "kind")) {
      case "": return `Everything in the graph: ${nodes.unit.what}.`;
      case "class": return `A class: ${what} of its methods.`;
      case "method": return `A method: ${what} of its own code, without what it calls.`;
      case "loop": return isCost
        ? "A loop: bytecodes executed in it and in loops inside it, without what it calls."
        : "A loop: paths that were completed in it and in loops inside it.";
      case "rarer": return "Paths of the method that are so rare that the graph doesn't tell them apart.";
      default: break;
    }
    if (nodes.of(nodes.parents[node], "kind") !== "sequence") {
      return isCost ? "A path: bytecodes that all of its completions have executed here."
        : "A path: all of its completions that ended here.";
    }
    return isCost ? "A sequence of paths: bytecodes of its first path, as far as the others came next."
      : "A sequence of paths: completions of its first path after which the others came next.";
  }

  /** The drawn graph. Only frames that are at least a pixel wide become elements. */
  class Graph {
    constructor(nodes, details, zoomed) {
      Object.assign(this, { nodes, details, zoomed, zoom: 0, active: 0, matches: new Set(), drawn: new Map(), width: 0 });
      this.element = el("div", { id: "graph", role: "tree", tabindex: 0, "aria-label": "Flame graph",
        "aria-describedby": "keys", onkeydown: (event) => this.pressed(event),
        onclick: (event) => this.at(event, (node) => { this.active = node; this.zoomTo(node); }),
        onmouseover: (event) => this.at(event, (node) => this.tell(node)),
        onmouseleave: () => this.tell(this.active) });
      new ResizeObserver(() => {
        if (this.element.clientWidth !== this.width) this.draw();
      }).observe(this.element);
    }

    at(event, what) {
      const hit = event.target.closest("[data-node]");
      if (hit) what(Number(hit.dataset.node));
    }

    draw() {
      const { nodes, zoom } = this;
      this.width = this.element.clientWidth;
      this.drawn.clear();
      this.left = { frames: 0, value: 0 };
      const rows = [];
      const put = (node, x, width) => {
        this.drawn.set(node, { x, width });
        (rows[nodes.levels[node]] ||= []).push(node);
      };
      for (const node of nodes.around(zoom)) put(node, 0, this.width);
      const waiting = [[zoom, 0, this.width]];
      while (waiting.length) {
        const [node, x, width] = waiting.pop();
        put(node, x, width);
        let from = x;
        for (const [at, child] of nodes.children[node].entries()) {
          const part = (width * nodes.values[child]) / nodes.values[node];
          if (part < NARROWEST) {
            // Children are sorted by width, so the rest are no wider than this one.
            for (const narrow of nodes.children[node].slice(at)) {
              this.left.frames += nodes.sizes[narrow];
              this.left.value += nodes.values[narrow];
            }
            break;
          }
          waiting.push([child, from, part]);
          from += part;
        }
      }
      this.rows = rows.map((row) => row.sort((a, b) => this.drawn.get(a).x - this.drawn.get(b).x));
      this.element.style.height = `calc(${this.rows.length} * var(--row))`;
      this.element.replaceChildren(...this.rows.flat().map((node) => this.box(node)));
      if (!this.drawn.has(this.active)) this.active = zoom;
      this.mark();
      this.zoomed(this);
    }

    box(node) {
      const { x, width } = this.drawn.get(node);
      const level = this.nodes.levels[node];
      const isAround = node !== this.zoom && level < this.nodes.levels[this.zoom];
      const classes = ["frame", this.nodes.of(node, "kind") || "whole", isAround ? "around" : "",
        this.matches.has(node) ? "match" : ""];
      const label = this.nodes.label(node);
      const found = el("div", { id: `frame-${node}`, class: classes.filter(Boolean).join(" "), role: "treeitem",
        "data-node": node, "aria-level": level + 1, "aria-label": label, title: label },
      width < READABLE ? null : this.nodes.fitting(node, width));
      found.style.left = `${x}px`;
      found.style.width = `${Math.max(width - 1, NARROWEST)}px`;
      found.style.top = `calc(${level} * var(--row))`;
      return found;
    }

    mark() {
      for (const was of this.element.querySelectorAll("[aria-selected]")) was.removeAttribute("aria-selected");
      const now = document.getElementById(`frame-${this.active}`);
      if (now) now.setAttribute("aria-selected", "true");
      this.element.setAttribute("aria-activedescendant", `frame-${this.active}`);
      this.tell(this.active);
    }

    zoomTo(node) {
      this.zoom = node;
      this.draw();
    }

    /** Makes a frame the active one, and zooms to it if it isn't drawn. */
    goTo(node) {
      this.active = node;
      if (this.drawn.has(node)) {
        this.mark();
        document.getElementById(`frame-${node}`).scrollIntoView({ block: "nearest" });
      } else {
        this.zoomTo(node);
      }
    }

    beside(step) {
      const row = this.rows[this.nodes.levels[this.active]];
      return row[row.indexOf(this.active) + step];
    }

    pressed(event) {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const parent = this.nodes.parents[this.active];
      const child = this.nodes.children[this.active].find((one) => this.drawn.has(one));
      const ways = {
        ArrowUp: () => parent, ArrowDown: () => child, ArrowLeft: () => this.beside(-1),
        ArrowRight: () => this.beside(1), Home: () => 0,
      };
      if (event.key in ways) {
        const node = ways[event.key]();
        if (node !== undefined && node >= 0) this.goTo(node);
      } else if (event.key === "Enter" || event.key === " ") this.zoomTo(this.active);
      else if (event.key === "Backspace") this.zoomTo(Math.max(this.nodes.parents[this.zoom], 0));
      else if (event.key === "Escape") this.zoomTo(0);
      else return;
      event.preventDefault();
    }

    tell(node) {
      const { nodes } = this;
      const parent = nodes.parents[node];
      const ofAll = nodes.document.all[nodes.weight];
      const place = [nodes.of(node, "file"), nodes.of(node, "line") || null].filter(Boolean).join(":");
      this.details.replaceChildren(
        el("p", { class: "name" }, nodes.name(node)),
        el("p", {}, el("b", {}, nodes.amount(node)), `, ${percent(nodes.share(node, 0))} of all ${count(nodes.values[0])} in the graph`,
          ofAll !== nodes.values[0] ? `, ${percent(nodes.values[node] / ofAll)} of the profile’s ${count(ofAll)}` : null,
          parent > 0 ? `, ${percent(nodes.share(node, parent))} of ${nodes.text(parent)}` : null, "."),
        el("p", { class: "dim" }, meaning(nodes, node),
          nodes.own[node] > 0 && nodes.children[node].length ? ` ${count(nodes.own[node])} of them are its own: they lie in no frame below.` : null,
          place ? ` ${place}` : null));
    }
  }

  function legend(nodes) {
    const seen = new Set(nodes.document.frames.kind);
    return el("ul", { class: "legend", "aria-label": "Colours" }, Object.entries(KINDS)
      .filter(([kind]) => seen.has(kind))
      .map(([kind, text]) => el("li", {}, el("span", { class: `swatch ${kind}`, "aria-hidden": "true" }), text)));
  }

  function widths(nodes) {
    const { document } = nodes;
    const ofAll = document.all[nodes.weight];
    const width = `The width of a frame is a number of ${nodes.unit.what}, including those of all frames below it`;
    const whole = `The whole graph stands for ${nodes.amount(0)}`;
    return document.shown === null
      ? `${width}. ${whole}, all that the profile has.`
      : `${width}. ${whole}, ${percent(nodes.values[0] / ofAll)} of the profile. The graph has only a part: ${document.shown}.`;
  }

  async function main() {
    const data = await kpath.read("document");
    const nodes = new Nodes(data);
    const heading = el("header", { class: "top" }, el("h1", {}, "Flame graph of ", el("span", {}, data.title)),
      el("span", { class: `verdict ${data.exact ? "good" : "poor"}` }, data.verdict), kpath.themeButton());
    const view = el("main", {});
    document.body.append(heading, view);
    if (nodes.values[0] === 0) {
      view.append(el("p", { class: "note", id: "nothing" }, "There is nothing to draw: no path was completed."));
      return;
    }
    const about = el("p", { id: "about" });
    const details = el("div", { id: "details", role: "status" });
    const left = el("p", { class: "dim", id: "left" });
    const found = el("span", { id: "found", role: "status" });
    const out = el("button", { type: "button", id: "out", onclick: () => graph.zoomTo(0) }, "Show everything");
    const graph = new Graph(nodes, details, (now) => {
      out.disabled = now.zoom === 0;
      left.textContent = now.left.frames === 0 ? ""
        : `${plural(now.left.frames, "frame")} with ${percent(now.left.value / nodes.values[now.zoom])} of the ${nodes.unit.many} shown `
          + `${now.left.frames === 1 ? "is" : "are"} narrower than a pixel and not visible; zoom in to see them. The frames above have their ${nodes.unit.many}, too.`;
    });
    let matches = [], next = 0;
    const search = el("input", { id: "search", type: "search", placeholder: "Search (/)", autocomplete: "off",
      "aria-label": "Search frames", oninput: () => look(), onkeydown: (event) => {
        if (event.key === "Escape") {
          search.value = "";
          look();
          graph.element.focus();
        } else if (event.key === "Enter" && matches.length) graph.goTo(matches[next++ % matches.length]);
      } });

    function look() {
      const query = search.value.trim().toLowerCase();
      const { nodes: hit, value } = query ? nodes.matching(query) : { nodes: [], value: 0 };
      [matches, next] = [hit, 0];
      graph.matches = new Set(hit);
      found.textContent = query
        ? `${plural(hit.length, "match", "matches")}, ${percent(value / nodes.values[0])} of the recorded ${nodes.unit.many}` : "";
      graph.draw();
    }

    const weights = Object.entries(UNITS).map(([weight, unit]) => el("button", { type: "button", "data-weight": weight,
      onclick: () => {
        nodes.weigh(weight);
        weighed();
      } }, unit.button));

    function weighed() {
      for (const one of weights) one.setAttribute("aria-pressed", String(one.dataset.weight === nodes.weight));
      about.textContent = `The graph shows no calls, only what ran inside each method: ${data.callers}. It shows no time, either: ${data.time}. ${widths(nodes)}`;
      if (nodes.values[graph.zoom] === 0) graph.zoom = 0;
      look();
    }

    view.append(about,
      el("div", { class: "tools" }, el("span", { class: "segments", role: "group", "aria-label": "What widths mean" }, weights),
        search, out, found),
      details, graph.element, left, legend(nodes),
      el("p", { class: "dim", id: "keys" }, "A click or Enter zooms in on a frame, Escape shows everything, Backspace goes one frame out. "
        + "The arrow keys move, / searches, and Enter in the search goes to the next match."),
      el("p", { class: "dim" }, `From top to bottom: classes, methods, their loops, then paths A, B, C … of up to ${data.k} in a row${data.k < data.recorded_k ? ` (the profile has up to ${data.recorded_k}: export -k ${data.recorded_k} draws them)` : ""}. `
        + "Below a path is what came next. "
        + `Made by kpath-jvm ${data.version}.`));
    kpath.onSlash(() => search.focus());
    weighed();
  }

  kpath.start(main);
})((window.kpath = window.kpath || {}));
