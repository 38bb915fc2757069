// Extended paths: paths across iterations, structural paths, and paths into calls.
(function (kpath) {
  "use strict";

  const { el, count, percent, bar, plural } = kpath;
  const FIRST = 6;

  /** Makes a list of paths for each kind and loop. Choosing a path lights it in the source and in the graph. */
  function extendedPaths(shown) {
    const isAcross = shown.extendedPaths().some((row) => row.parts.length > 1);
    const groups = shown.details.extended.groups.map((group) => groupOf(shown, group));
    shown.watch(() => groups.forEach((group) => group.mark()));
    return [
      el("p", { class: "dim" }, `Choose one to light it in the source and in the graph${isAcross
        ? ", which then shows the iterations. The numbers before decisions are those of the iterations that make them" : ""}. Shares are of the counts under the same heading.`),
      groups.map((group) => group.element),
    ];
  }

  function groupOf(shown, group) {
    const body = el("div", { class: "paths", role: "listbox", "aria-label": group.title, tabindex: 0 });
    const more = el("button", { type: "button", class: "quiet", hidden: group.rows.length <= FIRST,
      onclick: () => {
        most = most > FIRST ? FIRST : group.rows.length;
        draw();
      } });
    let most = FIRST;
    let active = 0;

    function draw() {
      body.replaceChildren(...group.rows.slice(0, most).map((row, at) => element(shown, row, () => {
        active = at;
        shown.selectExtended(row.name);
      })));
      more.textContent = most > FIRST ? "Show fewer" : `Show ${group.rows.length} paths`;
      mark();
    }

    function mark() {
      const at = group.rows.findIndex((row) => row.name === shown.extended);
      if (at >= most) {
        most = group.rows.length;
        draw();
        return;
      }
      if (at >= 0) active = at;
      for (const [place, one] of [...body.children].entries()) {
        one.setAttribute("aria-selected", String(place === at));
        one.classList.toggle("active", place === active);
      }
      if (body.children[active]) body.setAttribute("aria-activedescendant", body.children[active].id);
    }

    body.addEventListener("keydown", (event) => {
      const last = body.children.length - 1;
      if (event.key === "ArrowDown") active = Math.min(active + 1, last);
      else if (event.key === "ArrowUp") active = Math.max(active - 1, 0);
      else if (event.key === "Home") active = 0;
      else if (event.key === "End") active = last;
      else if (event.key === "Enter" || event.key === " ") shown.selectExtended(group.rows[active].name);
      else if (event.key === "Escape" && shown.extended !== null) shown.selectExtended(shown.extended);
      else return;
      event.preventDefault();
      for (const [place, one] of [...body.children].entries()) one.classList.toggle("active", place === active);
      body.setAttribute("aria-activedescendant", body.children[active].id);
      body.children[active].scrollIntoView({ block: "nearest" });
    });
    draw();
    return {
      mark,
      element: el("div", { class: "extended" },
        el("h3", {}, group.title, el("small", { class: "dim" }, ` counted ${count(group.count)} times`)),
        body, more,
        group.left ? el("p", { class: "dim" }, `${plural(group.left, "rarer path")} with `
          + `${percent(group.left_count / group.count)} of the counts ${group.left > 1 ? "are" : "is"} not shown here.`) : null),
    };
  }

  function element(shown, row, onclick) {
    return el("div", { id: `extended-${row.name}`, class: "path", role: "option", onclick },
      el("b", { class: "letter" }, row.name),
      el("span", { class: "share" }, percent(row.share)),
      el("span", { class: "track" }, bar(row.share)),
      el("span", { class: "counts dim" }, plural(row.count, "time"),
        row.estimate === null ? null : `, estimated ${count(Math.round(row.estimate))}`),
      el("div", { class: "told" }, parts(row.parts),
        el("small", { class: "dim" }, `${row.start} to ${row.end}`, row.lines ? ` · ${kpath.linesPhrase(row.lines)}` : ""),
        row.other ? [el("div", {}, row.other.title, el("small", { class: "dim" }, ` ${kpath.linesPhrase(row.other.lines)}`)),
          parts(row.other.parts)] : null));
  }

  /** Shows what each iteration decides. Consecutive iterations with equal decisions are shown once. */
  function parts(iterations) {
    const found = [];
    for (const [at, decisions] of iterations.entries()) {
      const before = found[found.length - 1];
      if (before && before.decisions.join("\n") === decisions.join("\n")) before.last = at + 1;
      else found.push({ first: at + 1, last: at + 1, decisions });
    }
    return found.map(({ first, last, decisions }) => {
      const number = first === last ? first : `${first}–${last}`;
      if (!decisions.length && iterations.length === 1) return null;
      return el("div", { class: "iteration" },
        iterations.length > 1 ? el("b", {}, `${number} `) : null,
        decisions.length ? decisions.map((text) => el("span", { class: "decision" }, text))
          : el("span", { class: "dim" }, "decides nothing"));
    });
  }

  kpath.extendedPaths = extendedPaths;
})((window.kpath = window.kpath || {}));
