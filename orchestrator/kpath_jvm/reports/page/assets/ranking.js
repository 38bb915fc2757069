// The methods or loops that cost most, as a table ordered by bytecodes, by time or by inclusive time.
(function (kpath) {
  "use strict";

  const { el, count, percent, plural, bar } = kpath;
  const MOST = 12;

  const COLUMNS = {
    cost: { head: (page) => `Of ${page.document.totals.which_bytecodes} bytecodes`, value: (one) => one.cost },
    time: { head: () => "Of recorded code's time", value: kpath.timeShare, cell: kpath.timeCell },
    inclusive: { head: () => "Of sampled time, inclusive", value: kpath.inclusiveShare, cell: kpath.inclusiveCell },
  };

  /** Returns the keys of the columns; only methods have inclusive shares of time. */
  function columnsOf(noun, { time }) {
    if (!time) return ["cost"];
    return noun === "method" && time.inclusive ? ["cost", "time", "inclusive"] : ["cost", "time"];
  }

  /** Returns the items with the greatest values in a column, the greatest first. Values of 0 and unknown ones don't count. */
  function first(items, order, rows) {
    const { value } = COLUMNS[order];
    return items.filter((one) => value(one) > 0)
      .sort((a, b) => value(b) - value(a) || b.cost - a.cost || a.index - b.index).slice(0, rows);
  }

  /** Returns the number of samples by which rows are ordered if these are too few, or null. */
  function fewSamples(time, order) {
    if (order === "inclusive") return time.few_inclusive ? time.all_samples : null;
    return time.few ? time.samples : null;
  }

  /** Makes the table of the first `rows` of `items`; `name(one)` returns an item's address, name and note. `all` is how many there are in the whole profile, and `about` are sentences on them. */
  function ranking(page, { noun, caption, items, name, rows = MOST, all = items.length, about = [] }) {
    const columns = columnsOf(noun, page.document);
    const ofCost = (one) => one.cost / page.document.totals.all_cost;
    const shareOf = (key) => (key === "cost" ? ofCost : COLUMNS[key].value);
    const body = el("tbody", { role: "rowgroup" });
    const empty = el("p", { class: "dim none" });
    const scale = el("p", { class: "dim scale" });
    const few = el("p", { class: "warn few" });
    // The bar belongs to the column by which the table is ordered, whose head stands above both.
    const heads = columns.map((key) => el("th", { role: "columnheader", scope: "col", class: "number" },
      columns.length === 1 ? COLUMNS[key].head(page)
        : el("button", { type: "button", class: "sort", "data-order": key, onclick: () => show(key) }, COLUMNS[key].head(page))));

    function show(order) {
      page.orders[noun] = order;
      for (const [at, key] of columns.entries()) {
        heads[at].setAttribute("aria-sort", key === order ? "descending" : "none");
        heads[at].colSpan = key === order ? 2 : 1;
      }
      const found = first([...items], order, rows);
      const most = found.length ? shareOf(order)(found[0]) : 0;
      body.replaceChildren(...found.map((one) => {
        const [address, title, note] = name(one);
        return el("tr", { role: "row" },
          columns.map((key) => [el("td", { role: "cell", class: "number", "data-label": COLUMNS[key].head(page) },
            key === "cost" ? percent(ofCost(one)) : COLUMNS[key].cell(one)),
          key === order ? el("td", { role: "cell", class: "track", "aria-hidden": "true" }, bar(shareOf(order)(one) / most)) : null]),
          el("td", { role: "cell", class: "name" }, el("a", { href: address }, title), " ", el("span", { class: "dim" }, note)));
      }));
      scale.hidden = !most;
      scale.textContent = kpath.scaleOf(most);
      empty.hidden = found.length > 0;
      empty.textContent = order === "cost" ? "Nothing was completed." : `No ${noun} has a sample of time.`;
      const samples = order === "cost" ? null : fewSamples(page.document.time, order);
      few.hidden = samples === null;
      few.textContent = samples === null ? "" : `There ${samples === 1 ? "is" : "are"} only ${plural(samples, "sample")} of time: too few to order by. A run of more CPU time gives more, and so does a machine that is less busy.`;
    }

    const made = el("table", { id: `hot-${noun}s`, class: "ranking", role: "table", "aria-label": caption },
      el("thead", { role: "rowgroup" }, el("tr", { role: "row" }, heads,
        el("th", { role: "columnheader", scope: "col", class: "name" }, "Name"))),
      body);
    show(columns.includes(page.orders[noun]) ? page.orders[noun] : "cost");
    return [made, empty, scale, few, about.map((text) => el("p", { class: "dim about" }, text)),
    all > rows ? el("p", { class: "dim" },
      `The first ${rows} of ${plural(all, noun)}; the list of methods and loops has ${all === items.length ? "all of them"
        : `${count(items.length)}: those of the ${plural(page.document.totals.detailed, "method")} that this page has details of`}.`) : null];
  }

  Object.assign(kpath, { ranking });
})((window.kpath = window.kpath || {}));
