// Describes a sequence of the tree in words.
(function (kpath) {
  "use strict";

  const { el, count, percent } = kpath;

  /** Describes a node's sequence: its paths, how often it occurred, and what each of its paths decides. */
  function sequenceText(shown, forest, node) {
    const ranks = forest.sequence(node);
    const { names, decoded } = shown.details.paths;
    const share = forest.shareOfParent(node);
    const parts = [el("b", {}, `${count(forest.counts[node])} times`)];
    if (share !== null) {
      const before = ranks.slice(0, -1).map((rank) => names[rank]).join(" ");
      parts.push(`, ${percent(share)} of what follows ${before}`);
      parts.push(`, ${percent(forest.counts[node] / forest.counts[forest.root(node)])} of all ${names[ranks[0]]}`);
    }
    return el("div", {},
      el("p", {}, el("span", { class: "letters" }, ranks.map((rank, at) => [
        at ? " " : null,
        el("button", { type: "button", class: "letter", onclick: () => shown.select(rank),
          title: "Highlight it in the source and in the graph" }, names[rank])])),
      " ", parts),
      el("ul", { class: "steps" }, [...new Set(ranks)].map((rank) => {
        const path = decoded[rank];
        const told = path && path.told ? path.told.join(", ") : "";
        return el("li", {}, el("b", {}, names[rank]), ` ${told || "no decisions shown"}`,
          path && path.lines ? el("span", { class: "dim" }, ` ${kpath.linesPhrase(path.lines)}`) : null);
      })));
  }

  /** Makes a note about how far off counts may be, if the engine's memory was full. */
  function boundsNote(shown) {
    const { errors } = shown.details;
    if (!errors) return null;
    const most = Math.max(0, ...errors);
    return el("p", { class: "note warn" }, most === 0
      ? "Nothing of this method was folded."
      : `Folded: counts of sequences are lower bounds, too low by at most ${count(most)}; single paths are exact.`);
  }

  Object.assign(kpath, { sequenceText, boundsNote });
})((window.kpath = window.kpath || {}));
