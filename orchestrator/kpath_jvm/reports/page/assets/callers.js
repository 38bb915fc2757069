// The callers of methods.
(function (kpath) {
  "use strict";

  const { el, table } = kpath;

  /** Makes the rows of one method's callers. A caller that the page lists becomes a link. */
  function rows(page, found) {
    return found.rows.map(([share, count, words, title]) => [share, count, linked(page, words, title)]);
  }

  /** Returns the words with the title in them as a link. */
  function linked(page, words, title) {
    const at = title === null ? -1 : words.indexOf(title);
    return at < 0 ? words : [words.slice(0, at), page.named(title), words.slice(at + title.length)];
  }

  const notes = (found) => found.notes.map((note) => el("p", { class: "dim" }, note));

  /** Makes the overview's section: the most frequent callers of the hottest methods. */
  function callers(page) {
    const { about, methods } = page.document.callers;
    return [
      el("ul", { class: "told-of" }, methods.map((found) => el("li", {},
        page.named(found.title), el("span", { class: "dim" }, ` entered ${found.entries} ${found.entries === "1" ? "time" : "times"}`),
        rows(page, found).map(([share, count, words]) => el("div", {}, `${share} (${count}) `, words)), notes(found)))),
      el("p", { class: "dim" }, about),
    ];
  }

  /** Makes the section in a method's own part of the page. */
  function callersOf(shown) {
    const { page, details: { callers: found } } = shown;
    return [
      found.rows.length ? table("Callers", [">Of the entries", ">Entries", "Caller"], rows(page, found), { stacks: true }) : null,
      notes(found),
      el("p", { class: "dim" }, `Entries of this method in the run that counted callers: ${found.entries}. ${page.document.callers.about}`),
    ];
  }

  Object.assign(kpath, { callers, callersOf });
})((window.kpath = window.kpath || {}));
