// Time beside bytecodes: the cell of a table, and the overview's section about all samples.
(function (kpath) {
  "use strict";

  const { el, percent, table } = kpath;

  /** Returns the share of time of a method or loop, or null if it isn't known. */
  const timeShare = (one) => (one.time ? one.time.share : null);

  /** Returns the content of a table's cell: a share of time and, in small print, its bounds and the share of the sampled time. */
  function timeCell(one) {
    if (!one.time || one.time.share === null) return el("span", { class: "dim" }, "unknown");
    return [percent(one.time.share), el("small", { class: "dim interval", title: `${one.time.where} The range supposes that samples are independent.` }, one.time.between),
      el("small", { class: "dim interval of-all" }, `${percent(one.time.share_of_all)} of the sampled time`),
      one.time.with_below === null ? null : el("small", { class: "dim interval of-all", title: "the samples in code that isn't recorded count if the method is the nearest recorded one on the stack" }, `${percent(one.time.with_below)} with unrecorded code`)];
  }

  /** Returns the share of all samples with the method on the stack, or null if it isn't known. */
  const inclusiveShare = (one) => (one.time && one.time.inclusive ? one.time.inclusive.share : null);

  /** Returns the content of a table's cell: the inclusive share of time and, in small print, its bounds. */
  function inclusiveCell(one) {
    if (inclusiveShare(one) === null) return el("span", { class: "dim" }, "unknown");
    const { text, between, samples } = one.time.inclusive;
    return [text, el("small", { class: "dim interval", title: samples }, between)];
  }

  /** Makes the overview's section. */
  function times(page) {
    const { time } = page.document;
    return [
      time.lines.map((text) => el("p", {}, text)),
      time.rows.length ? table("Inclusive time", ["Method", ">Of sampled time, inclusive", ">Of sampled time, own code"],
        time.rows.map(([title, share, between, own, others]) => [
          [page.named(title), others ? el("div", { class: "dim" }, el("small", {}, others)) : null],
          [share, el("small", { class: "dim interval" }, between)], own]), { stacks: true }) : null,
      time.different.length ? el("ul", { class: "told-of" }, time.different.map(([title, lines]) =>
        el("li", {}, page.named(title), lines.map((line) => el("div", {}, line)))))
        : time.few ? null : el("p", {}, "No method and no loop takes much more or much less of the recorded code's time than of the recorded bytecodes."),
      time.others.map((text) => el("p", {}, text)),
      el("details", { class: "how" }, el("summary", {}, "How to read this"),
        [time.inclusive, time.about].filter(Boolean).map((text) => el("p", { class: "dim" }, text))),
    ];
  }

  Object.assign(kpath, { timeShare, timeCell, inclusiveShare, inclusiveCell, times });
})((window.kpath = window.kpath || {}));
