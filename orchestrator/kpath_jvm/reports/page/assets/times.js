// Time beside bytecodes: the shares of each method, and what else was sampled.
(function (kpath) {
  "use strict";

  const { el, table } = kpath;

  /** Returns what the section says. */
  function times(time) {
    return [
      time.methods.length ? table("Time beside bytecodes",
        [">Of time", ">Of bytecodes", ">Samples", "Method"], time.methods.map((row) =>
          [row[0], row[1], row[2], el("div", {}, row[3],
            row[4].map((line) => el("div", { class: "dim" }, line)))])) : null,
      time.others.map((text) => el("p", {}, text)),
      el("p", { class: "dim" }, time.about),
    ];
  }

  Object.assign(kpath, { times });
})((window.kpath = window.kpath || {}));
