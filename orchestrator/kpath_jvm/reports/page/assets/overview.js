// What the page opens with: what ran, how well it is known, what costs most, what is missing.
(function (kpath) {
  "use strict";

  const { el, count, short, percent, decimal, plural, table, bar } = kpath;
  const MOST = 12;

  function figure(value, label, note) {
    return el("div", { class: "figure" }, el("b", {}, value), el("span", {}, label),
      note ? el("small", { class: "dim" }, note) : null);
  }

  /** Makes the overview; `unknown` is a method that a link asked for and that isn't there. */
  function overview(page, unknown) {
    const { document: doc } = page;
    const totals = doc.totals;
    return el("div", { class: "overview" },
      el("h1", { class: "ran", title: doc.title }, doc.title),
      unknown ? el("p", { class: "note warn", role: "alert" },
        `This page has no method ${unknown}; search for another spelling with /.`) : null,
      doc.shown ? el("p", { class: "note" }, `Only a part of the profile: ${doc.shown}. Shares are of all bytecodes of the whole profile.`) : null,
      doc.thread ? el("p", { class: "note" }, `Only what thread ${doc.thread} did.`) : null,
      doc.stand_in ? el("p", { class: "note warn" },
        "A stand-in: it is not the benchmark that it is named after.") : null,
      el("div", { class: "figures" }, totals.edges === null ? [
        figure(short(totals.cost), "bytecodes", "executed by completed paths"),
        figure(short(totals.completions), "path completions", `${count(totals.paths)} distinct paths`),
        totals.held_back ? figure(`≤ ${short(totals.held_back)}`, "path completions missing",
          "the last ones of activations that had not ended") : null,
      ] : figure(short(totals.cost), "bytecodes", totals.edges),
      figure(count(totals.entered), "methods entered", `of ${count(totals.methods)} profiled`),
      totals.edges === null
        ? figure(`k = ${doc.k}`, "longest sequences", `${count(totals.nodes)} sequences of all lengths`) : null),
      section("Methods by cost (share of all bytecodes)", ranking(page.methods, doc, (one) => page.link(one), (one) =>
        [`${one.simple}.${one.member}`, one.package])),
      page.loops.length ? section("Loops by cost (share of all bytecodes)", ranking(page.loops, doc, (one) =>
        page.link(one.method, { loop: one.loop }), (one) =>
        [`${one.method.simple}.${one.method.name}, line ${one.line === null ? "unknown" : one.line}`,
          one.entries ? `${plural(one.entries, "entry", "entries")}${one.mean === null ? "" : `, ${decimal(one.mean, 1)} iterations each`}`
            : "entries cut off before their first path was complete"])) : null,
      doc.time ? section("Time beside bytecodes", kpath.times(doc.time)) : null,
      doc.callers ? section("Callers", kpath.callers(doc.callers)) : null,
      section("The recording", el("dl", { class: "facts" }, doc.header.flatMap(([label, text, isPoor]) =>
        [el("dt", {}, label), el("dd", { class: isPoor ? "warn" : null }, text)]))),
      doc.jvms.length ? section("JVMs", parts(doc.jvms, "Process", "What ran", "--jvm")) : null,
      doc.threads.length ? section("Threads", parts(doc.threads, "Thread", "Name", "--thread")) : null,
      section("Not profiled", notProfiled(doc)),
      doc.with_less.length ? section("Recorded with less", withLess(doc)) : null,
      section("About this page", el("p", {}, doc.budget), licences()));
  }

  function section(title, ...content) {
    return el("section", {}, el("h2", {}, title), content);
  }

  /** The first ones as bars, each a link. */
  function ranking(items, doc, address, words) {
    const first = [...items].filter((one) => one.cost > 0).sort((a, b) => b.cost - a.cost).slice(0, MOST);
    if (!first.length) return el("p", { class: "dim" }, "Nothing was completed.");
    const most = first[0].cost;
    return el("ol", { class: "ranking" }, first.map((one) => {
      const [name, note] = words(one);
      return el("li", {}, el("a", { href: address(one) },
        el("span", { class: "share" }, percent(one.cost / doc.totals.all_cost)),
        el("span", { class: "track" }, bar(one.cost / most)),
        el("span", { class: "name" }, name), el("span", { class: "dim" }, note)));
    }));
  }

  /** JVMs or threads; a page of one of them is made with an option. */
  function parts(entries, number, name, option) {
    return [
      el("p", { class: "dim" }, `${option} makes a page of one of them.`),
      table(name, [`>${number}`, name, ">Path completions", ">Of all completions"], entries.map((one) =>
        [String(one.number), one.name, count(one.completed), percent(one.share)])),
    ];
  }

  function notProfiled(doc) {
    const { reasons, asked } = doc.not_profiled;
    return [
      el("p", {}, reasons.length ? `${asked}. What was asked for and left out:` : `${asked}. No method was left out.`),
      reasons.length ? table("Not profiled", ["Reason", ">Classes", ">Methods"], reasons.map((one) =>
        [one.reason, count(one.classes), count(one.methods)])) : null,
    ];
  }

  function withLess(doc) {
    return table("Recorded with less", ["Method", "What is recorded", "Why", ">Entries"],
      doc.with_less.map((one) => [one.title, one.meaning, one.reason, count(one.entries)]));
  }

  function licences() {
    const texts = [...document.scripts].map((one) => one.textContent.match(/^\/\*! (\S+)\n([^]*?)\*\//))
      .filter(Boolean);
    return el("details", {}, el("summary", {}, "Libraries in this page, and their licences"),
      texts.map(([, name, text]) => [el("h3", {}, name), el("pre", { tabindex: 0 }, text.trim())]));
  }

  Object.assign(kpath, { overview, section, plural });
})((window.kpath = window.kpath || {}));
