// One method's own part of the page, and its selected path.
(function (kpath) {
  "use strict";

  const { el, count, short, percent, plural, section, timeShare } = kpath;

  let shown = null;

  /** What the sections about a method share: its data, the selected path, and the listeners to selections. */
  class Shown {
    constructor(page, method, details) {
      Object.assign(this, { page, method, details, path: null, extended: null, loop: null,
        listeners: [] });
    }

    /** Calls the listener now, and again whenever the selection changes. */
    watch(listener) {
      this.listeners.push(listener);
      listener(this.path);
    }

    /** Selects a path by its rank, or deselects it if it is the selected one. */
    select(rank) {
      this.path = this.path === rank ? null : rank;
      this.extended = null;
      const more = this.path === null ? {} : { path: this.details.paths.numbers[this.path] };
      history.replaceState(null, "", this.page.link(this.method, more));
      this.tell();
    }

    /** Selects an extended path by its name, or deselects it if it is the selected one. */
    selectExtended(name) {
      this.extended = this.extended === name ? null : name;
      this.path = null;
      history.replaceState(null, "", this.page.link(this.method, this.extended === null ? {} : { path: name }));
      this.tell();
    }

    tell() {
      for (const listener of this.listeners) listener(this.path);
    }

    decoded(rank) {
      if (rank !== null) return this.details.paths.decoded[rank] || null;
      return this.extended === null ? null : this.extendedPaths().find((row) => row.name === this.extended);
    }

    extendedPaths() {
      return this.details.extended ? this.details.extended.groups.flatMap((group) => group.rows) : [];
    }
  }

  /** Names the loops whose share of time differs much from their share of bytecodes. */
  function loopsOfOtherTime(details) {
    return (details ? details.loops : []).filter((loop) => loop.time && loop.time.words).map((loop) =>
      el("p", { class: "note" }, `${loop.line === null ? "A loop" : `The loop at line ${loop.line}`} ${loop.time.words[0].toLowerCase()}${loop.time.words.slice(1)}`));
  }

  function heading(method, doc, details) {
    const isOfPaths = !details || details.graph.is_of_paths;
    const parts = [
      [percent(doc.totals.all_cost ? method.cost / doc.totals.all_cost : 0), `of the ${doc.totals.which_bytecodes} bytecodes`],
      [`${kpath.about(method)}${short(method.cost)}`, "bytecodes", `${kpath.about(method)}${count(method.cost)}`],
      timeShare(method) === null ? null
        : [percent(timeShare(method)), `of the recorded code's time (${method.time.between}), ${percent(method.time.share_of_all)} of the sampled time`, "The range supposes that samples are independent."],
      kpath.inclusiveShare(method) === null ? null
        : [method.time.inclusive.text, `of the sampled time with what it calls (${method.time.inclusive.between})`, method.time.inclusive.samples],
      isOfPaths ? [short(method.completed), "path completions", count(method.completed)] : null,
      [method.entries === null ? "unknown" : short(method.entries), method.entries === 1 ? "entry" : "entries", count(method.entries)],
      isOfPaths ? [`${count(method.paths)} of ${count(method.possible)}`, "possible paths run"] : null,
    ].filter(Boolean);
    return el("div", { class: "method-head" },
      el("p", { class: "package dim" }, method.package || "(default package)"),
      el("h1", {}, el("span", { class: "simple" }, `${method.simple}.`), method.member),
      el("ul", { class: "chips" }, parts.map(([value, label, title]) =>
        el("li", { title }, el("b", {}, value), ` ${label}`))),
      method.time && method.time.words ? el("p", { class: "note" }, method.time.words) : null,
      loopsOfOtherTime(details),
      method.time && method.time.of_lines ? el("p", { class: "dim" }, method.time.of_lines) : null,
      method.notes.map((note) => el("p", { class: "note" }, note)));
  }

  function withoutPaths(graph) {
    if (graph.is_of_paths) return "No path of this method was completed.";
    return graph.is_estimated
      ? "No Ball-Larus paths were counted. Counts of lines, blocks and edges are estimates (≈), made from what was counted."
      : "Edges have counts, and no Ball-Larus paths. A count that exceptions leave open has two bounds, or one that is marked (≤, ≥).";
  }

  /** Shows a method; `details` is null if the page has no details of it. */
  function showMethod(view, page, method, details, wanted) {
    view.replaceChildren(heading(method, page.document, details));
    shown = null;
    if (!details) {
      view.append(el("p", { class: "note warn" }, method.no_page[1]));
      return;
    }
    const hasPaths = details.paths.numbers.length > 0;
    if (!hasPaths) view.append(el("p", { class: "note" }, withoutPaths(details.graph)));
    shown = new Shown(page, method, details);
    const parts = [
      details.loops.length ? ["Loops", "loops", kpath.loopsTable] : null,
      details.callers ? ["Callers", "callers", kpath.callersOf] : null,
      details.extended ? [details.extended.title, "extended", kpath.extendedPaths] : null,
      hasPaths ? ["Hot paths", "paths", kpath.pathsTable] : null,
      ["Source and branches", "source", kpath.sourceTable],
      ["Control flow", "graph", kpath.flowGraph],
      hasPaths ? ["What follows what", "tree", kpath.pathTree] : null,
    ].filter(Boolean);
    const sections = parts.map(([title, id, make]) => {
      const part = section(title, make(shown));
      part.id = id;
      return part;
    });
    view.append(
      el("nav", { class: "parts", "aria-label": "Parts of this method" }, parts.map(([title, id]) =>
        el("button", { type: "button", class: "quiet",
          onclick: () => document.getElementById(id).scrollIntoView({ block: "start" }) }, title))),
      el("div", { class: "method-parts" }, sections));
    methodAsked(wanted);
  }

  /** Selects the path and the loop that the address asks for, in the method that is shown. */
  function methodAsked(wanted) {
    if (!shown) return;
    const rank = wanted.path === undefined ? -1
      : shown.details.paths.numbers.findIndex((number) => String(number) === wanted.path);
    shown.path = rank < 0 ? null : rank;
    shown.extended = shown.extendedPaths().some((row) => row.name === wanted.path) ? wanted.path : null;
    shown.loop = wanted.loop === undefined ? null : Number(wanted.loop);
    shown.tell();
  }

  Object.assign(kpath, { showMethod, methodAsked });
})((window.kpath = window.kpath || {}));
