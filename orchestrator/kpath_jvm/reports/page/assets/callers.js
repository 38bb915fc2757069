// Who called the hottest methods.
(function (kpath) {
  "use strict";

  const { el, table } = kpath;

  /** Returns what the section says. */
  function callers(found) {
    return [
      found.methods.length ? table("Callers", [">Entries", "Method and callers"],
        found.methods.map((row) => [row[0], el("div", {}, row[1],
          row[2].map((line) => el("div", { class: "dim" }, line)))])) : null,
      el("p", { class: "dim" }, found.about),
    ];
  }

  Object.assign(kpath, { callers });
})((window.kpath = window.kpath || {}));
