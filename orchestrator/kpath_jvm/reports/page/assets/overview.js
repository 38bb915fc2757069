// The overview with which the page opens: what ran, how complete the recording is, what costs most, what is missing.
(function (kpath) {
  "use strict";

  const { el, count, short, percent, plural, table } = kpath;

  function figure(value, label, note) {
    return el("div", { class: "figure" }, el("b", {}, value), el("span", {}, label),
      note ? el("small", { class: "dim" }, note) : null);
  }

  /** Makes the overview; `unknown` is the method that a link asked for, if the page has no such method. */
  function overview(page, unknown) {
    const { document: doc } = page;
    const totals = doc.totals;
    return el("div", { class: "overview" },
      el("h1", { class: "ran", title: doc.whole_title }, doc.title),
      unknown ? el("p", { class: "note warn", role: "alert" },
        `This page has no method ${unknown}; search for another spelling with /.`) : null,
      doc.shown ? el("p", { class: "note" }, `Only a part of the profile: ${doc.shown}. Shares are of the whole profile.`) : null,
      doc.thread ? el("p", { class: "note" }, `Only what thread ${doc.thread} did.`) : null,
      doc.empty ? el("p", { class: "note warn" }, doc.empty) : null,
      doc.stand_in ? el("p", { class: "note warn" },
        "A stand-in: it is not the benchmark that it is named after.") : null,
      el("div", { class: "figures" }, totals.edges === null ? [
        figure(short(totals.cost), "bytecodes", "executed by completed paths"),
        figure(short(totals.completions), "path completions", `${count(totals.paths)} distinct paths`),
        totals.held_back ? figure(`≤ ${short(totals.held_back)}`, "path completions missing",
          "the last ones of activations that had not ended") : null,
      ] : figure(`${kpath.about(totals)}${short(totals.cost)}`, "bytecodes", totals.edges),
      figure(count(totals.entered), "methods entered", `of ${count(totals.methods)} profiled`),
      totals.edges === null
        ? figure(`k = ${doc.k}`, `sequences of up to ${plural(doc.k, "path")}`, plural(totals.nodes, "distinct sequence")) : null),
      el("p", { id: "shares", class: "note" }, doc.shares),
      doc.entries_only ? el("p", { class: doc.may_be_hot ? "note warn" : "note" }, doc.entries_only) : null,
      doc.time && doc.time.most ? el("p", { class: "note" }, doc.time.most) : null,
      doc.time && doc.time.warning ? el("p", { class: "note warn" }, doc.time.warning) : null,
      doc.findings ? section("What stands out", kpath.findings(page)) : null,
      doc.time ? section("Time beside bytecodes", kpath.times(page)) : null,
      section("Hottest methods", kpath.ranking(page, { noun: "method", caption: "Hottest methods", items: page.methods, name: (one) =>
        [page.link(one), `${one.simple}.${one.member}`, one.package] }),
        doc.coverage ? el("p", { id: "coverage", class: "dim" }, doc.coverage) : null),
      page.loops.length ? section("Hottest loops", kpath.ranking(page, { noun: "loop", caption: "Hottest loops", items: page.loops, name: (one) =>
        [page.link(one.method, { loop: one.loop }),
          `${one.method.simple}.${one.method.name}, line ${one.line === null ? "unknown" : one.line}`, one.trips],
        rows: doc.loops_ranked, all: totals.loops, about: doc.about_loops })) : null,
      doc.lengths ? section(doc.lengths.heading, covered(doc.lengths)) : null,
      doc.callers ? section("Callers", kpath.callers(page)) : null,
      section("The recording", el("dl", { class: "facts" }, doc.header.flatMap(([label, text, isPoor]) =>
        [el("dt", {}, label), el("dd", { class: isPoor ? "warn" : null }, text)]))),
      doc.jvms.length ? section("JVMs", parts(doc.jvms, "Process", "What ran", "--jvm")) : null,
      doc.threads.length ? section("Threads", parts(doc.threads, "Thread", "Name", "--thread")) : null,
      section("Not profiled", notProfiled(doc)),
      doc.with_less.length ? section("Recorded with less", withLess(doc)) : null,
      section("About this page", el("p", {}, doc.extent), licences()));
  }

  function section(title, ...content) {
    return el("section", {}, el("h2", {}, title), content);
  }

  /** Makes the table of JVMs or threads; `option` is the command's option for a page of one of them. */
  function parts(entries, number, name, option) {
    return [
      el("p", { class: "dim" }, `${option} makes a page of one of them.`),
      table(name, [`>${number}`, name, ">Path completions", ">Of all completions"], entries.map((one) =>
        [String(one.number), one.name, count(one.completed), percent(one.share)])),
    ];
  }

  /** Makes the table of what the hottest sequences cover together, by how many paths they have at most. */
  function covered(lengths) {
    return [
      table(lengths.heading, lengths.columns.map((name) => `>${name}`), lengths.rows),
      el("p", { id: "lengths", class: "dim" }, lengths.about),
    ];
  }

  function notProfiled(doc) {
    const { reasons, asked } = doc.not_profiled;
    return [
      el("p", {}, reasons.length ? `${asked}. What was left out, by reason:` : `${asked}. No method was left out.`),
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
