// The k-IPF, drawn as in the k-BLPP paper's Fig. 4. A box is a path, and the edge to it shows the box's
// count as a share of its parent's count. Only boxes in sight, and a few beyond, are drawn.
(function (kpath) {
  "use strict";

  const { el, svg, count, percent, plural, Forest, laidOut } = kpath;
  /** The least distance between the boxes of two levels; it grows with the texts between them. */
  const LEAST_LEVEL = 114;
  const ROW = 36;
  const BOX = 44;
  const STEM = 12;
  /** The room on both sides of a text on an edge. */
  const BESIDE = 4;
  const FONT = "11.5px system-ui, \"Segoe UI\", Roboto, \"Helvetica Neue\", \"DejaVu Sans\", sans-serif";
  const BEYOND = 4;
  const SHARES = [0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.001, 0];
  const OPEN_ROOTS = 3;

  class PathTree {
    constructor(shown) {
      this.shown = shown;
      this.forest = new Forest(shown.details.forest);
      this.names = shown.details.paths.names;
      this.open = new Map(this.forest.roots.map((root, rank) => [root, rank < OPEN_ROOTS]));
      this.whole = new Set();
      this.least = 0.1;
      this.active = this.forest.roots.length ? this.forest.roots[0] : null;
      this.layer = el("div", { class: "tree-layer", role: "presentation" });
      this.host = el("div", { class: "tree", id: "tree-nodes", role: "tree", tabindex: 0,
        "aria-label": "Sequences of paths: a level is one path more" }, this.layer);
      this.panel = el("div", { class: "sequence-panel", "aria-live": "polite" });
      this.host.addEventListener("scroll", () => this.draw());
      this.host.addEventListener("keydown", (event) => this.key(event));
      new ResizeObserver(() => this.draw()).observe(this.host);
      this.lay();
    }

    isOpen(node) {
      const chosen = this.open.get(node);
      return chosen === undefined ? true : chosen;
    }

    /** Finds the places of all visible nodes, and draws those in sight. */
    lay() {
      this.made = laidOut(this.forest, {
        isOpen: (node) => this.isOpen(node), isWhole: (node) => this.whole.has(node), least: this.least,
      });
      this.items = null;
      this.level = Math.max(LEAST_LEVEL, BOX + STEM + 2 * BESIDE + this.widest());
      const depth = this.made.nodes.reduce((most, node) => Math.max(most, this.forest.depths[node]), 1);
      this.layer.style.height = `${this.made.height * ROW + 8}px`;
      this.layer.style.width = `${depth * this.level + 90}px`;
      this.host.style.height = `${Math.min(Math.max(this.made.height * ROW + 34, 90), 620)}px`;
      this.drawn = null;
      while (this.active !== null && this.itemOf(this.active) < 0) this.active = this.forest.parents[this.active];
      this.draw();
      this.tell();
    }

    itemOf(node) {
      if (!this.items) this.items = new Map(this.made.nodes.map((one, item) => [one, item]));
      const item = this.items.get(node);
      return item === undefined ? -1 : item;
    }

    draw() {
      const first = Math.max(Math.floor(this.host.scrollTop / ROW) - BEYOND, 0);
      const shown = Math.ceil(this.host.clientHeight / ROW) + 2 * BEYOND;
      const last = Math.min(first + shown, this.made.height) - 1;
      const key = `${first} ${last} ${this.active}`;
      if (this.drawn === key || last < first) return;
      this.drawn = key;
      const { starts, parents, rows } = this.made;
      const stems = new Set();
      // The lines that cross the first row from above belong to the ancestors of its first item.
      for (let at = parents[starts[first]]; at >= 0; at = parents[at]) stems.add(at);
      const parts = [];
      for (let item = starts[first]; item < starts[last + 1]; item++) {
        stems.add(item);
        parts.push(this.box(item), this.edgeShare(item), this.rarer(item));
        if (item + 1 === starts[rows[item] + 1]) parts.push(this.note(item));
      }
      const rests = this.made.rests.filter(({ row }) => row >= first && row <= last);
      for (const rest of rests) stems.add(rest.item);
      parts.push(...rests.map((rest) => this.rest(rest)));
      const lines = svg("svg", { class: "edges", "aria-hidden": "true" },
        [...stems].map((item) => this.stem(item, first, last)));
      lines.style.top = `${first * ROW}px`;
      lines.style.height = `${(last - first + 1) * ROW}px`;
      this.layer.replaceChildren(lines, ...parts.filter(Boolean));
      const active = this.active === null ? -1 : this.itemOf(this.active);
      const isDrawn = active >= starts[first] && active < starts[last + 1];
      if (isDrawn) this.host.setAttribute("aria-activedescendant", `node-${active}`);
      else this.host.removeAttribute("aria-activedescendant");
    }

    left(item) {
      return (this.forest.depths[this.made.nodes[item]] - 1) * this.level;
    }

    /** Puts an element beside an item's box. */
    placed(element, item, right, below) {
      element.style.left = `${this.left(item) + right}px`;
      element.style.top = `${this.made.rows[item] * ROW + below}px`;
      return element;
    }

    /** Draws the vertical line from an item to its children, as far as it is in sight, and the line that leads to the item. */
    stem(item, first, last) {
      const { rows, lasts, parents, nodes } = this.made;
      const left = this.left(item);
      const middle = (row) => (Math.min(Math.max(row, first - 1), last + 1) - first + 0.5) * ROW;
      const group = svg("g", {});
      if (lasts[item] > rows[item]) {
        group.append(svg("path", { d: `M${left + BOX + STEM} ${middle(rows[item])}V${middle(lasts[item])}` }));
      }
      if (parents[item] >= 0 && rows[item] >= first && rows[item] <= last) {
        const from = left - this.level + BOX + (rows[parents[item]] === rows[item] ? 0 : STEM);
        const line = svg("path", { d: `M${from} ${middle(rows[item])}H${left}` });
        line.style.strokeWidth = `${1 + 3 * this.forest.shareOfParent(nodes[item])}px`;
        group.append(line);
      }
      return group;
    }

    box(item) {
      const node = this.made.nodes[item];
      const { forest } = this;
      const children = forest.childCount(node);
      const isShown = this.hasShown(item);
      const siblings = forest.parents[node] < 0 ? forest.roots : forest.children(forest.parents[node]);
      const isHalf = forest.counts[node] >= forest.counts[forest.root(node)] / 2;
      return this.placed(el("div", {
        id: `node-${item}`, role: "treeitem", "data-node": node,
        "aria-level": forest.depths[node], "aria-selected": String(node === this.active),
        "aria-expanded": children ? String(isShown) : null,
        "aria-setsize": siblings.length, "aria-posinset": siblings.indexOf(node) + 1,
        "aria-label": this.described(item), title: this.described(item),
        class: ["box", children && !isShown ? "more" : "", isHalf ? "half" : ""].join(" "),
        onclick: () => (this.active === node || (children && !isShown) ? this.toggle(node) : this.go(node)),
      }, this.names[forest.paths[node]]), item, 0, 5);
    }

    edgeShare(item) {
      const node = this.made.nodes[item];
      const share = this.forest.shareOfParent(node);
      if (share === null) return null;
      return this.placed(el("span", { class: "edge-share", "aria-hidden": "true", "data-of": node },
        percent(share)), item, BOX + STEM + BESIDE - this.level, 1);
    }

    /** Makes the button that says how many of an item's children are left out; a click shows all. Returns null if no child is shown, or if none is left out. */
    rarer(item) {
      const nodes = this.made.left[item];
      if (!nodes || !this.hasShown(item)) return null;
      return this.placed(el("button", { type: "button", class: "rarer", tabindex: -1, "aria-hidden": "true",
        "data-below": this.made.nodes[item],
        title: `${plural(nodes, "rarer path comes", "rarer paths come")} next in ${percent(this.leftShare(item))} of the count of the box to the left: show ${nodes === 1 ? "it" : "them"}`,
        onclick: () => this.showAll(this.made.nodes[item]) },
      this.rarerText(item)), item, BOX + STEM + BESIDE, 19);
    }

    rarerText(item) {
      return `+${this.made.left[item]} ${percent(this.leftShare(item))}`;
    }

    /** Returns the width of the widest text between two boxes, in pixels. */
    widest() {
      const texts = new Set();
      for (const [item, node] of this.made.nodes.entries()) {
        if (this.forest.parents[node] >= 0) texts.add(percent(this.forest.shareOfParent(node)));
        if (this.made.left[item] && this.hasShown(item)) texts.add(this.rarerText(item));
      }
      return [...texts].reduce((most, text) => Math.max(most, kpath.widthOf(text, FONT)), 0);
    }

    /** Returns the counts of an item's left-out children together, as a share of the item's count. */
    leftShare(item) {
      const node = this.made.nodes[item];
      const children = this.forest.children(node);
      const left = children.slice(children.length - this.made.left[item]);
      return left.reduce((sum, child) => sum + this.forest.counts[child], 0) / this.forest.counts[node];
    }

    /** Makes the row for what came after an item besides its children, such as no next path. */
    rest({ row, item, words, count: number }) {
      const node = this.made.nodes[item];
      const text = el("span", { class: "tree-rest dim", "aria-hidden": "true", "data-after": node },
        `${percent(number / this.forest.counts[node])} ${words}`);
      text.style.left = `${this.left(item) + BOX + STEM + 4}px`;
      text.style.top = `${row * ROW}px`;
      return text;
    }

    /** Makes the note after the last box of a row: a root's count, or the box's share of its root's count. */
    note(item) {
      const node = this.made.nodes[item];
      const text = this.forest.parents[node] < 0 ? plural(this.forest.counts[node], "time")
        : `${percent(this.forest.counts[node] / this.forest.counts[this.forest.root(node)])} of its root`;
      return this.placed(el("span", { class: "row-note dim", "aria-hidden": "true" }, text), item, BOX + 10, 0);
    }

    hasShown(item) {
      return this.made.parents[item + 1] === item;
    }

    described(item) {
      const node = this.made.nodes[item];
      const names = this.forest.sequence(node).map((rank) => this.names[rank]).join(" ");
      const share = this.forest.shareOfParent(node);
      const left = this.made.left[item];
      return `${names}, ${plural(this.forest.counts[node], "time")}`
        + (share === null ? "" : `, ${percent(share)} of its parent`)
        + (this.hasShown(item) ? this.forest.rests(node).map(([words, number]) =>
          `; ${words} in ${percent(number / this.forest.counts[node])}`).join("") : "")
        + (left && this.hasShown(item) ? `; ${count(left)} rarer after it, + shows them` : "");
    }

    go(node) {
      this.active = node;
      const item = this.itemOf(node);
      const top = this.made.rows[item] * ROW;
      const { host } = this;
      if (host.scrollTop > top) host.scrollTop = top;
      host.scrollTop = Math.max(host.scrollTop, top + ROW + 14 - host.clientHeight);
      const left = this.left(item);
      if (host.scrollLeft > left) host.scrollLeft = left;
      host.scrollLeft = Math.max(host.scrollLeft, left + BOX + 90 - host.clientWidth);
      this.draw();
      this.tell();
    }

    /** Opens or closes a node. */
    toggle(node) {
      this.active = node;
      if (this.hasShown(this.itemOf(node))) {
        this.open.set(node, false);
        this.whole.delete(node);
        this.lay();
        return;
      }
      this.open.set(node, true);
      const children = this.forest.children(node);
      const least = this.least * this.forest.counts[this.forest.root(node)];
      if (children.length && this.forest.counts[children[0]] < least) this.whole.add(node);
      this.lay();
    }

    /** Shows all children of a node, whatever their shares. */
    showAll(node) {
      this.active = node;
      this.open.set(node, true);
      this.whole.add(node);
      this.lay();
    }

    prune(least) {
      this.least = least;
      this.whole.clear();
      this.lay();
    }

    key(event) {
      if (this.active === null || event.ctrlKey || event.metaKey || event.altKey) return;
      const { nodes, rows, starts, parents, height } = this.made;
      const item = this.itemOf(this.active);
      const page = Math.max(Math.floor(this.host.clientHeight / ROW) - 1, 1);
      const to = (at) => this.go(nodes[Math.min(Math.max(at, 0), nodes.length - 1)]);
      const toRow = (at) => to(starts[Math.min(Math.max(at, 0), height - 1)]);
      const select = () => this.shown.select(this.forest.paths[this.active]);
      const moves = {
        ArrowDown: () => to(item + 1), ArrowUp: () => to(item - 1),
        Home: () => to(0), End: () => to(nodes.length - 1),
        PageDown: () => toRow(rows[item] + page), PageUp: () => toRow(rows[item] - page),
        ArrowRight: () => {
          if (this.hasShown(item)) to(item + 1);
          else if (this.forest.childCount(this.active)) this.toggle(this.active);
        },
        ArrowLeft: () => {
          if (this.hasShown(item)) this.toggle(this.active);
          else if (parents[item] >= 0) to(parents[item]);
        },
        "+": () => this.showAll(this.active), Enter: select, " ": select,
      };
      if (!(event.key in moves)) return;
      event.preventDefault();
      moves[event.key]();
    }

    tell() {
      if (this.active !== null) {
        this.panel.replaceChildren(kpath.sequenceText(this.shown, this.forest, this.active));
      }
    }
  }

  /** Makes the tree, and the controls that prune it. */
  function pathTree(shown) {
    const tree = new PathTree(shown);
    const { shown: kept, all, least } = shown.details.nodes;
    const shares = el("select", { id: "least", onchange: () => tree.prune(Number(shares.value)) },
      SHARES.map((share) => el("option", { value: share, selected: share === tree.least },
        share ? percent(share) : "nothing")));
    return [
      el("div", { class: "tools" },
        el("label", {}, "Leave out what has less than ", shares, " of its root's count"),
        el("span", { class: "dim" }, `${plural(kept, "sequence")} of up to ${plural(shown.page.document.k, "path")}`
          + (kept < all ? `; ${count(all - kept)} more, counted less than ${count(least)} times, are not in this page (--nodes)` : ""))),
      el("p", { class: "dim" }, shown.page.document.k === 1 ? "With k = 1 a tree is a single path, and what came after it isn’t shown."
        : "The percentage at an edge is a share of the count of the box to its left. The arrow keys move, open and close; "
        + "+ shows rarer paths, and Enter lights the path."
        + (tree.forest.ended ? " No next path: an exit, an exception, a handler or the recording's end came next." : "")),
      kpath.boundsNote(shown),
      tree.host, tree.panel,
    ];
  }

  Object.assign(kpath, { pathTree, PathTree });
})((window.kpath = window.kpath || {}));
