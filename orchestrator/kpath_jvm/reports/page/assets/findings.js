// What stands out in the loops and tests that cost most: the overview's first section.
(function (kpath) {
  "use strict";

  const { el, percent } = kpath;

  /** Makes the list of loops and tests; a loop's name leads to the loop, and a test's to its method. */
  function findings(page) {
    const { rows, note, caution } = page.document.findings;
    return [
      rows.length ? el("ul", { id: "findings", class: "told-of" }, rows.map((row) => el("li", {},
        el("b", {}, percent(row.share)), " ",
        page.named(row.title, row.loop === null ? {} : { loop: row.loop }), `, ${row.place}`,
        row.texts.map(([kind, text]) => el("div", {}, text, kind ? el("span", { class: "dim" }, ` [${kind}]`) : null))))) : null,
      el("p", { class: "dim" }, note),
      caution ? el("p", { class: "note warn" }, caution) : null,
    ];
  }

  Object.assign(kpath, { findings });
})((window.kpath = window.kpath || {}));
