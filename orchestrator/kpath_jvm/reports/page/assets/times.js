// Time beside bytecodes: the cell of a table, and the overview's section about all samples.
(function (kpath) {
  "use strict";

  const { el, percent, plural } = kpath;

  /** Returns the share of time of a method or loop, or null if it isn't known. */
  const timeShare = (one) => (one.time ? one.time.share : null);

  /** Returns the content of a table's cell: a share of time and, in small print, its bounds and the share of all time. */
  function timeCell(one) {
    if (!one.time || one.time.share === null) return el("span", { class: "dim" }, "unknown");
    return [percent(one.time.share), el("small", { class: "dim interval", title: `${plural(one.time.samples, "sample")}; the range supposes that samples are independent` }, one.time.between),
      el("small", { class: "dim interval of-all" }, `${percent(one.time.share_of_all)} of all time`),
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
      time.different.length ? el("ul", { class: "told-of" }, time.different.map(([title, lines]) =>
        el("li", {}, page.named(title), lines.map((line) => el("div", {}, line)))))
        : time.few ? null : el("p", {}, "No method and no loop takes much more or much less of the recorded code's time than of the recorded bytecodes."),
      time.others.map((text) => el("p", {}, text)),
      el("p", { class: "dim" }, time.about),
      time.inclusive ? el("p", { class: "dim" }, time.inclusive) : null,
    ];
  }

  Object.assign(kpath, { timeShare, timeCell, inclusiveShare, inclusiveCell, times });
})((window.kpath = window.kpath || {}));
