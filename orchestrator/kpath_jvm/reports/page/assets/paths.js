// A method's paths, the most frequent first: A, B, C ..., with the decisions of each.
(function (kpath) {
  "use strict";

  const { el, count, percent, bar, plural } = kpath;
  const FIRST = 8;
  const MOST_DECISIONS = 8;

  /** Makes the table of paths. Choosing a path lights it in the source and in the graph. */
  function pathsTable(shown) {
    const { numbers, counts, bytecodes, decoded } = shown.details.paths;
    const told = decoded.filter((one) => one.apart !== null).length;
    const total = shown.method.cost;
    const { completed } = shown.method;
    const body = el("div", { class: "paths", role: "listbox", "aria-label": "Hot paths", tabindex: 0,
      "aria-describedby": "paths-help" });
    const more = el("button", { type: "button", class: "quiet" });
    let most = FIRST;
    let active = 0;

    function row(rank) {
      const often = completed ? counts[rank] / completed : 0;
      const path = decoded[rank];
      return el("div", {
        id: `path-${rank}`, class: "path", role: "option",
        onclick: () => {
          active = rank;
          shown.select(rank);
        },
      },
      el("b", { class: "letter" }, shown.details.paths.names[rank]),
      el("span", { class: "share" }, percent(often)),
      el("span", { class: "track" }, bar(often)),
      el("span", { class: "counts dim" },
        `${count(counts[rank])} × ${plural(bytecodes[rank], "bytecode")}, ${percent(total ? (counts[rank] * bytecodes[rank]) / total : 0)} of the method's bytecodes`),
      el("span", { class: "told" }, decisions(rank),
        el("small", { class: "dim" }, path.lines ? ` ${kpath.linesPhrase(path.lines)}` : "", ` · path ${numbers[rank]}`)));
    }

    /**
     * Shows what a path decides. Its own decisions come in full. Of the decisions that it shares with the path above it
     * (or below it, for the first path), only some are shown until the path is chosen.
     */
    function decisions(rank) {
      const { apart, start, end } = decoded[rank];
      if (!apart.length) return el("span", { class: "dim" }, `${start} to ${end}`);
      const other = decoded[rank ? rank - 1 : 1];
      const others = new Set(other && other.apart ? other.apart : []);
      let room = Math.max(MOST_DECISIONS - apart.filter((text) => !others.has(text)).length, 0);
      const chips = apart.map((text) => {
        const isOwn = !others.has(text);
        const isRest = !isOwn && room-- <= 0;
        return el("span", { class: `decision${isOwn ? " own" : ""}${isRest ? " rest" : ""}` }, text);
      });
      const hidden = chips.filter((chip) => chip.classList.contains("rest")).length;
      return [chips, hidden ? el("span", { class: "decision more" }, `${hidden} more, as in the path ${rank ? "above" : "below"}`) : null];
    }

    function draw() {
      body.replaceChildren(...Array.from({ length: Math.min(most, told) }, (_, rank) => row(rank)));
      more.hidden = told <= FIRST;
      more.textContent = most < told ? `Show ${Math.min(told, numbers.length)} paths` : "Show fewer";
      mark(shown.path);
    }

    function mark(path) {
      if (path !== null) active = path;
      if (path !== null && path >= most && path < told) {
        most = told;
        draw();
        return;
      }
      for (const [rank, element] of [...body.children].entries()) {
        element.setAttribute("aria-selected", String(rank === path));
        element.classList.toggle("active", rank === active);
      }
      const marked = body.children[active];
      if (marked) body.setAttribute("aria-activedescendant", marked.id);
    }

    more.addEventListener("click", () => {
      most = most < told ? told : FIRST;
      draw();
    });
    body.addEventListener("keydown", (event) => {
      const last = body.children.length - 1;
      if (event.key === "ArrowDown") active = Math.min(active + 1, last);
      else if (event.key === "ArrowUp") active = Math.max(active - 1, 0);
      else if (event.key === "Home") active = 0;
      else if (event.key === "End") active = last;
      else if (event.key === "Enter" || event.key === " ") shown.select(active);
      else if (event.key === "Escape" && shown.path !== null) shown.select(shown.path);
      else return;
      event.preventDefault();
      const at = active;
      mark(null);
      active = at;
      mark(shown.path === at ? at : null);
      for (const [rank, element] of [...body.children].entries()) {
        element.setAttribute("aria-selected", String(rank === shown.path));
      }
      body.children[active].scrollIntoView({ block: "nearest" });
    });
    draw();
    shown.watch(mark);
    const left = numbers.length - told;
    return [
      el("p", { class: "dim", id: "paths-help" },
        "Ordered by how often they were completed: the first figure and the bar are the share of the method's path completions. "
        + "Beside the count and the length of a path is its share of the method's bytecodes. Choose a path to highlight it in the source and in the graph."),
      shown.details.paths.coverage ? el("p", { class: "dim" }, shown.details.paths.coverage) : null,
      body, more,
      left > 0 ? el("p", { class: "dim" },
        `${plural(left, "rarer path")} with ${percent(share(told))} of the completions ${left > 1 ? "are" : "is"} not shown here.`) : null,
    ];

    function share(first) {
      let sum = 0;
      for (let rank = first; rank < numbers.length; rank++) sum += counts[rank];
      return completed ? sum / completed : 0;
    }
  }

  kpath.pathsTable = pathsTable;
})((window.kpath = window.kpath || {}));
