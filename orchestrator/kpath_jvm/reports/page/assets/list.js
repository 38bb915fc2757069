// A list of any length: only the rows in sight and a few beyond are elements. The list has the focus, and its rows are options.
(function (kpath) {
  "use strict";

  const { el } = kpath;
  const BEYOND = 6;

  class VirtualList {
    /** `fill(item, row)` puts an item into an empty row. `open(item)` opens the item that the reader chooses. */
    constructor(host, { label, height, fill, open }) {
      Object.assign(this, { host, height, fill, open, items: [], active: -1 });
      this.inner = el("div", { class: "list-inner", role: "presentation" });
      host.replaceChildren(this.inner);
      for (const [name, value] of [["role", "listbox"], ["tabindex", "0"], ["aria-label", label]]) {
        host.setAttribute(name, value);
      }
      host.addEventListener("scroll", () => this.draw());
      host.addEventListener("keydown", (event) => this.key(event));
      new ResizeObserver(() => this.draw()).observe(host);
    }

    show(items, active) {
      this.items = items;
      this.active = items.length ? Math.max(active === undefined ? 0 : active, -1) : -1;
      this.inner.style.height = `${items.length * this.height}px`;
      this.drawn = null;
      if (this.active >= 0) this.scrollTo(this.active);
      this.draw();
    }

    draw() {
      const first = Math.max(Math.floor(this.host.scrollTop / this.height) - BEYOND, 0);
      const shown = Math.ceil(this.host.clientHeight / this.height) + 2 * BEYOND;
      const last = Math.min(first + shown, this.items.length);
      const key = `${first} ${last} ${this.active}`;
      if (this.drawn === key) return;
      this.drawn = key;
      const rows = [];
      for (let at = first; at < last; at++) rows.push(this.row(at));
      this.inner.replaceChildren(...rows);
      if (this.active >= first && this.active < last) {
        this.host.setAttribute("aria-activedescendant", `${this.host.id}-${this.active}`);
      } else this.host.removeAttribute("aria-activedescendant");
    }

    row(at) {
      const row = el("div", {
        id: `${this.host.id}-${at}`, class: "list-row", role: "option",
        "aria-selected": String(at === this.active),
        "aria-setsize": this.items.length, "aria-posinset": at + 1,
        onclick: () => this.choose(at),
      });
      row.style.top = `${at * this.height}px`;
      row.style.height = `${this.height}px`;
      this.fill(this.items[at], row);
      return row;
    }

    choose(at) {
      this.active = at;
      this.draw();
      this.open(this.items[at]);
    }

    /** Marks the row at a position in the list without opening the row's item; -1 marks no row. */
    mark(at) {
      this.active = at;
      if (at >= 0) this.scrollTo(at);
      this.draw();
    }

    scrollTo(at) {
      const top = at * this.height;
      const bottom = top + this.height - this.host.clientHeight;
      if (this.host.scrollTop > top) this.host.scrollTop = top;
      else if (this.host.scrollTop < bottom) this.host.scrollTop = bottom;
    }

    key(event) {
      const page = Math.max(Math.floor(this.host.clientHeight / this.height) - 1, 1);
      const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page };
      const last = this.items.length - 1;
      if (event.key === "Enter" || event.key === " ") {
        if (this.active >= 0) this.choose(this.active);
      } else if (event.key === "Home") this.active = 0;
      else if (event.key === "End") this.active = last;
      else if (event.key in steps) this.active += steps[event.key];
      else return;
      event.preventDefault();
      this.mark(last < 0 ? -1 : Math.min(Math.max(this.active, 0), last));
    }
  }

  kpath.VirtualList = VirtualList;
})((window.kpath = window.kpath || {}));
