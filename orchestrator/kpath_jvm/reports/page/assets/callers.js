// Who called a method.
(function (kpath) {
  "use strict";

  const { el, table } = kpath;

  /** Makes the rows of one method's callers; a caller is a link if the page has it. */
  function rows(page, found) {
    return found.rows.map(([share, count, words, title]) => [share, count, linked(page, words, title)]);
  }

  /** Makes the title within the words a link. */
  function linked(page, words, title) {
    const at = title === null ? -1 : words.indexOf(title);
    return at < 0 ? words : [words.slice(0, at), page.named(title), words.slice(at + title.length)];
  }

  const notes = (found) => found.notes.map((note) => el("p", { class: "dim" }, note));

  /** Returns what the overview says: the most frequent callers of the hottest methods. */
  function callers(page) {
    const { about, methods } = page.document.callers;
    return [
      el("ul", { class: "told-of" }, methods.map((found) => el("li", {},
        page.named(found.title), el("span", { class: "dim" }, ` entered ${found.entries} times`),
        rows(page, found).map(([share, count, words]) => el("div", {}, `${share} (${count}) `, words)), notes(found)))),
      el("p", { class: "dim" }, about),
    ];
  }

  /** Returns what a method's own part says. */
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
