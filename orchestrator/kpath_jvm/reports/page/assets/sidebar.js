// The sidebar: a list of methods or loops, and the search in it.
(function (kpath) {
  "use strict";

  const { el, percent, short, plural, VirtualList } = kpath;

  /** Each order's name for methods and for loops, and the figure by which it orders them. */
  const ORDERS = {
    cost: ["bytecodes", "bytecodes", (one) => one.cost],
    completed: ["completions", "iterations", (one) => (one.method ? one.iterations || 0 : one.completed)],
    time: ["time", "time", (one) => kpath.timeShare(one) || 0],
    inclusive: ["inclusive time", "", (one) => kpath.inclusiveShare(one) || 0],
    name: ["name", "name", null],
  };

  const shortly = (value, noun) => `${short(value)} ${value === 1 ? noun : `${noun}s`}`;

  /** Builds the sidebar in `host`. `open(method, loop)` shows a method, and marks a loop unless that is null. */
  function sidebar(host, page, open) {
    let kind = "methods";
    let order = "cost";
    let widest = 0;
    const search = el("input", {
      id: "search", type: "search", placeholder: "Search   /", autocomplete: "off",
      "aria-label": "Search methods and loops", "aria-controls": "list", spellcheck: "false",
      oninput: () => show(),
      onkeydown: (event) => {
        if (event.key === "ArrowDown" || event.key === "Enter") {
          event.preventDefault();
          listHost.focus();
          if (event.key === "Enter" && list.items.length) list.choose(Math.max(list.active, 0));
        } else if (event.key === "Escape") {
          search.value = "";
          show();
        }
      },
    });
    const found = el("span", { id: "found", class: "dim", role: "status", "aria-live": "polite" });
    const orders = el("select", { id: "order", "aria-label": "Order", onchange: () => {
      order = orders.value;
      show();
    } });
    const kinds = ["methods", "loops"].map((name) =>
      el("button", { type: "button", id: `show-${name}`, "aria-pressed": String(name === kind),
        onclick: () => change(name) }, name === "methods" ? "Methods" : "Loops"));
    const listHost = el("div", { id: "list", class: "list" });
    host.replaceChildren(
      el("div", { class: "side-head" },
        el("div", { class: "segments", role: "group", "aria-label": "What is listed" }, kinds),
        search, el("div", { class: "side-line" }, found, orders)),
      listHost);
    const list = new VirtualList(listHost, {
      label: "Methods and loops by cost", height: 50, fill: fillRow,
      open: (item) => open(item.method || item, item.method ? item : null),
    });

    /** Offers the orders that what is listed has figures for. */
    function offer() {
      const { time } = page.document;
      const has = { time: time !== null, inclusive: kind === "methods" && time !== null && time.inclusive !== null };
      const keys = Object.keys(ORDERS).filter((key) => has[key] !== false);
      if (!keys.includes(order)) order = "time";
      orders.replaceChildren(...keys.map((key) => el("option", { value: key },
        `by ${ORDERS[key][kind === "methods" ? 0 : 1]}`)));
      orders.value = order;
    }

    function change(name) {
      kind = name;
      offer();
      for (const button of kinds) {
        button.setAttribute("aria-pressed", String(button.id === `show-${name}`));
      }
      show();
    }

    function show() {
      const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
      const all = kind === "methods" ? page.methods : page.loops;
      const items = all.filter((item) => words.every((word) => item.text.includes(word)));
      widest = all.reduce((most, item) => Math.max(most, shareOf(item) || 0), 0);
      const key = ORDERS[order][2];
      if (key) items.sort((a, b) => key(b) - key(a) || a.index - b.index);
      else items.sort((a, b) => (a.text < b.text ? -1 : a.text > b.text ? 1 : 0));
      list.show(items, words.length ? 0 : items.indexOf(current()));
      found.title = widest ? kpath.scaleOf(widest) : "";
      found.textContent = words.length ? `${plural(items.length, "match", "matches")} of ${all.length}`
        : plural(items.length, kind.slice(0, -1));
    }

    function current() {
      return kind === "methods" ? page.open.method : page.open.loop;
    }

    function shareOf(item) {
      if (order === "time") return kpath.timeShare(item);
      if (order === "inclusive") return kpath.inclusiveShare(item);
      return page.document.totals.all_cost ? item.cost / page.document.totals.all_cost : 0;
    }

    function fillRow(item, row) {
      const method = item.method || item;
      const of = { time: "of the recorded code's time", inclusive: "of the sampled time, with what it calls" }[order]
        || `of the ${page.document.totals.which_bytecodes} bytecodes`;
      const share = shareOf(item);
      const brace = method.member.lastIndexOf("(");
      const under = item.method
        ? `line ${item.line === null ? "unknown" : item.line}, depth ${item.depth}`
        : method.package || "(default package)";
      row.append(
        // As in the overview, the greatest share fills the bar.
        kpath.bar(widest ? (share || 0) / widest : 0),
        el("span", { class: "name", title: method.title },
          el("span", { class: "of-class" }, method.simple), el("span", { class: "member" }, `.${method.member.slice(0, brace)}`),
          el("span", { class: "parameters" }, method.member.slice(brace))),
        el("span", { class: "share", title: of },
          share === null ? "unknown" : order === "inclusive" ? item.time.inclusive.text : percent(share)),
        el("span", { class: "under dim" }, under),
        method.page < 0 ? el("span", { class: "under dim number", title: method.no_page[1] }, `no page: ${method.no_page[0]}`)
          : el("span", { class: "under dim number" }, figure(item)));
    }

    function figure(item) {
      if (order === "time") return item.time ? plural(item.time.samples, "sample") : "";
      if (order === "inclusive") return kpath.inclusiveShare(item) === null ? "" : item.time.inclusive.between;
      if (order !== "completed") return `${kpath.about(item)}${shortly(item.cost, "bytecode")}`;
      return item.method ? shortly(item.iterations || 0, "iteration") : shortly(item.completed, "completion");
    }

    offer();
    show();
    return {
      search: () => {
        search.focus();
        search.select();
      },
      mark: () => list.mark(list.items.indexOf(current())),
    };
  }

  kpath.sidebar = sidebar;
})((window.kpath = window.kpath || {}));
