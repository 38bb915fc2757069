// Pictures of which iteration of a loop follows which: paths one below the other, with arrows beside them.
(function (kpath) {
  "use strict";

  const { el, svg, count, percent, plural, table } = kpath;

  const BOX = { width: 146, height: 26 };
  /** The distances between boxes, which are tried in this order until all labels fit. */
  const ROWS = [40, 46, 54, 64, 80, 100, 130];
  const THICKEST = 8, THINNEST = 0.8;
  /** Arrows have no label if their share of what leaves their node is smaller than this. */
  const LEAST_LABELLED = 0.05;
  /** The least scale to which a picture may shrink. */
  const LEAST_SCALE = 0.85;

  const isPlace = (kind) => ["path", "inner", "other"].includes(kind);

  /** Returns nodes with their shares of the loop's completions, and arrows with their shares of their source's count. */
  function graphOf(flow) {
    const nodes = flow.nodes.map(([kind, label, value, paths]) => ({ kind, label, value, paths,
      share: isPlace(kind) ? value / flow.completions : null }));
    const arrows = flow.arrows.map(([source, target, value]) => ({ source, target, value,
      share: value / nodes[source].value, most: 2 * value > nodes[source].value }));
    return { nodes, arrows };
  }

  function named({ kind, label, paths }) {
    if (kind === "path") return `path ${label}`;
    if (kind === "other") return `${plural(paths, "other path")}`;
    if (kind === "inner") return `${plural(paths, "path")} of inner loops alone`;
    return { entry: "entry", exit: "exit", caught: "an exception that was caught in the loop",
      thrown: "an exception that a handler in the loop may have caught", "uncounted-before": "a path that wasn’t counted",
      "uncounted-after": "a path that wasn’t counted" }[kind];
  }

  /** Describes the graph in sentences, one for each node that something follows. */
  function sentences({ nodes, arrows }) {
    return nodes.map((node, at) => {
      const ways = arrows.filter((one) => one.source === at).sort((a, b) => b.value - a.value)
        .map((one) => `${named(nodes[one.target])} ${percent(one.share)}`);
      const own = node.share === null ? count(node.value) : `${count(node.value)}, ${percent(node.share)}`;
      return ways.length ? `After ${named(node)} (${own}): ${ways.join(", ")}.` : "";
    }).filter(Boolean).join(" ");
  }

  const labelOf = ({ share }) => (share < 1 && share >= 0.995 ? ">99 %" : `${Math.round(100 * share)} %`);

  /** Returns the arrows' curves and the places of their labels, with boxes far enough apart for the labels. */
  function laidOut(arrows, thickness, { left, width, boxes }) {
    const labelled = arrows.filter((one) => one.share >= LEAST_LABELLED);
    // Labels close together look like one. For more room between them, boxes are moved apart, but not by much.
    const [wide, least] = kpath.arrows.APART;
    const ways = [...ROWS.slice(0, 4).map((step) => ({ apart: wide, step })), ...ROWS.map((step) => ({ apart: least, step }))];
    for (const { apart, step } of ways) {
      const frame = { first: left, last: left + BOX.width, step, width, height: boxes * step, apart };
      const curves = kpath.arrows.curvesOf(arrows, { ...frame, height: BOX.height });
      const labels = labelled.map((one) => ({ arrow: one, text: labelOf(one), isBold: one.most,
        curve: curves[arrows.indexOf(one)], thickness: thickness(one) }));
      const places = kpath.arrows.placed(labels, curves, frame);
      if (places || (step === ROWS.at(-1) && apart === least)) {
        // If the labels don't fit even at the largest distance, there are none. The table below still has all counts.
        return { step, curves, labels: places ? labels.map((one, at) => ({ ...one, place: places[at] })) : [] };
      }
    }
    return undefined;
  }

  /** Draws a graph. The ids of the picture's parts begin with `id`. */
  function drawn(graph, name, id) {
    const { nodes } = graph;
    // Thick arrows lie below thin ones, and labels on all of them.
    const arrows = [...graph.arrows].sort((a, b) => b.value - a.value);
    const { left, right } = kpath.arrows.sides(arrows);
    const width = left + BOX.width + right;
    const most = Math.max(...arrows.map((one) => one.value));
    const thickness = (arrow) => Math.max(THICKEST * (arrow.value / most), THINNEST);
    const { step, curves, labels } = laidOut(arrows, thickness, { left, width, boxes: nodes.length });
    const height = nodes.length * step;
    const middle = (at) => at * step + step / 2;
    const tips = ["plain", "most"].map((kind) => svg("marker", { id: `${id}-${kind}`, class: `tip ${kind}`, viewBox: "0 0 10 10",
      refX: 9, refY: 5, markerWidth: 9, markerHeight: 9, markerUnits: "userSpaceOnUse", orient: "auto" }, svg("path", { d: "M0,1 L10,5 L0,9 Z" })));
    const ways = arrows.map((arrow, at) => {
      const { x, out, from, to } = curves[at];
      const title = `${count(arrow.value)} times, ${percent(arrow.share)} of what leaves ${named(nodes[arrow.source])}`
        + `: ${named(nodes[arrow.target])} comes next`;
      return svg("path", { class: `way${arrow.most ? " most" : ""}`, "data-source": arrow.source, "data-target": arrow.target,
        "data-count": arrow.value, "stroke-width": thickness(arrow).toFixed(2), "marker-end": `url(#${id}-${arrow.most ? "most" : "plain"})`,
        d: `M${x},${from.toFixed(1)} C${x + out},${from.toFixed(1)} ${x + out},${to.toFixed(1)} ${x},${to.toFixed(1)}` }, svg("title", {}, title));
    });
    const texts = labels.map(({ arrow, text, isBold, place, curve }) => svg("text", { class: `share${isBold ? " most" : ""}`,
      "data-source": arrow.source, "data-target": arrow.target, "text-anchor": curve.isLeft ? "end" : "start",
      x: (curve.isLeft ? place.right : place.left).toFixed(1), y: (place.bottom - 3).toFixed(1) }, text));
    const boxes = nodes.map((node, at) => {
      const y = middle(at) - BOX.height / 2;
      return svg("g", { class: `place ${isPlace(node.kind) ? "within" : "end"}`, "data-count": node.value, "data-label": node.label },
        svg("title", {}, `${named(node)}: ${count(node.value)}${node.share === null ? "" : ` completions, ${percent(node.share)} of the loop’s`}`),
        svg("rect", { class: "ground", x: left, y, width: BOX.width, height: BOX.height, rx: isPlace(node.kind) ? 5 : BOX.height / 2 }),
        node.share === null ? null
          : svg("rect", { class: "part", x: left, y: y + BOX.height - 5, width: (BOX.width * node.share).toFixed(2), height: 5, rx: 2 }),
        svg("text", { class: "name", x: left + 9, y: middle(at) + 3 }, node.label),
        svg("text", { class: "tail", x: left + BOX.width - 9, y: middle(at) + 3 }, node.share === null ? kpath.short(node.value) : percent(node.share)));
    });
    return svg("svg", { class: "iterations", viewBox: `0 0 ${width} ${height}`, width, height, role: "img",
      "aria-labelledby": `${id}-title ${id}-desc` },
    svg("title", { id: `${id}-title` }, `Which path follows which in the ${name}`), svg("desc", { id: `${id}-desc` }, sentences(graph)),
    svg("defs", {}, tips), ways, boxes, texts);
  }

  /** Lets a picture shrink a little in a narrow window, as long as its texts can be read. A smaller window scrolls it. */
  function scrolled(picture, name) {
    picture.style.minWidth = `${Math.round(LEAST_SCALE * Number(picture.getAttribute("width")))}px`;
    const region = el("div", { class: "scrolls", tabindex: 0, role: "region", "aria-label": `Picture of the ${name}` }, picture);
    const hint = el("p", { class: "dim sideways", hidden: true }, "The picture is wider than this: scroll it sideways →");
    new ResizeObserver(() => { hint.hidden = region.scrollWidth <= region.clientWidth; }).observe(region);
    return [hint, region];
  }

  /** Makes a table with all counts of a graph. */
  function counts({ nodes, arrows }, name) {
    return el("details", {}, el("summary", {}, "All counts"),
      table(`What follows what in the ${name}`, ["Path", "Followed by", ">Times", ">Share"],
        arrows.map((one) => [named(nodes[one.source]), named(nodes[one.target]), count(one.value), percent(one.share)])));
  }

  function figure(flow, loop) {
    const name = loop.line === null ? "loop" : `loop at line ${loop.line}`;
    const graph = graphOf(flow);
    return el("figure", { class: "iteration-flow", "data-loop": flow.loop },
      el("figcaption", {}, el("b", {}, name), `, ${plural(flow.completions, "path completion")}`, flow.pieces === 0 ? null
        : `. Of these, ${percent(flow.pieces / flow.completions)} end where a cut edge, an inner loop or a throw divides an iteration, which is then two or more `
          + "of these paths."),
      flow.steps === 0
        ? el("p", { class: "dim" }, "No path is known to have followed another one in this loop.")
        : [scrolled(drawn(graph, name, `iterations-${flow.loop}`), name), counts(graph, name)]);
  }

  const THROWN = "A path to “thrown” ended with a throw that a handler in the loop may have caught, so the iteration may have gone on. A path from "
    + "“caught” began at a handler in the loop, after such a throw or after an exception that left a path before it was complete. It isn’t "
    + "counted which throw led to which handler.";

  const hasKind = (flows, ...kinds) => flows.some((flow) => flow.nodes.some(([kind]) => kinds.includes(kind)));

  /** Makes a graph for each of the method's hot loops, or a text that says why there is none. */
  function iterationGraphs(shown) {
    const { why_not: whyNot, uncounted, flows, left } = shown.details.iterations;
    if (whyNot === null && flows.length === 0) return null;
    const byNumber = new Map(shown.details.loops.map((loop) => [loop.loop, loop]));
    return el("div", { id: "iterations" }, el("h3", {}, "Which iteration follows which"),
      whyNot !== null ? el("p", { class: "dim" }, whyNot) : [
        el("p", { class: "dim" }, "A box has a path's share of the loop's path completions; the boxes in which the arrows begin and end have counts. An arrow shows how often one path followed another: the thicker, the more often. Its percentage is a share of the "
          + "completions of the path where it starts; above half, it is blue. An arrow on the left leads to the same path or to one above it. "
          + "The arrows out of a path add up to its completions."
          + (hasKind(flows, "caught", "thrown") ? ` ${THROWN}` : "")
          + (hasKind(flows, "uncounted-before", "uncounted-after") ? ` ${uncounted}` : "")),
        el("div", { class: "iteration-flows" }, flows.map((flow) => figure(flow, byNumber.get(flow.loop)))),
        left > 0 ? el("p", { class: "dim" }, `${plural(left, "loop")} with fewer bytecodes ${left === 1 ? "isn’t" : "aren’t"} drawn.`) : null,
      ]);
  }

  kpath.iterationGraphs = iterationGraphs;
})((window.kpath = window.kpath || {}));
