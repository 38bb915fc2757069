// The arrows beside a column of boxes: where they start and end, and where their labels fit.
(function (kpath) {
  "use strict";

  /** How far an arrow between neighbouring boxes reaches out, and how much farther with each box between its ends. */
  const REACH = 30, FARTHER = 26;
  /** The distance that replaces FARTHER in a browser window of at least ROOMY pixels, which has room for a label between two arrows. */
  const FARTHER_APART = 46, ROOMY = 1100;
  /** How far out the middle of a Bézier curve lies, as a share of how far out its two control points lie. */
  const MIDDLE = 0.75;
  /** The width that is kept free for a label beside the farthest arrow. */
  const LABEL = 48;
  /** The most pixels between the ends of two arrows at a box, and the fewest between the box's corners and the ends nearest to them. */
  const PITCH = 6, CORNER = 3;
  /** How far below the middle of a box an arrow back to this box starts, and how far above the middle it ends. */
  const OWN = 9;
  /** The distance between labels that are side by side: the distance if there is room, and the least distance. */
  const APART = [6, 2];
  /** The height of a label, its distance from its arrow, and how far apart labels are vertically if there is room. */
  const LINE = 13, GAP = 4, BELOW = 3;
  const FONT = "11px system-ui, \"Segoe UI\", Roboto, \"Helvetica Neue\", \"DejaVu Sans\", sans-serif";
  /** Where on an arrow its label may be, the best place first: 0 is the start, 1 the end. */
  const PLACES = [0.5, 0.42, 0.58, 0.34, 0.66, 0.27, 0.73, 0.2, 0.8, 0.14, 0.86];
  /** What a label's place costs for each point of an arrow that it covers, and per unit of `t` away from the middle, 0.5. */
  const CROSSING = 1, OFF = 8;
  /** The number of steps into which a curve is divided; the points between them show what a label covers. */
  const POINTS = 48;

  const isLeft = (arrow) => arrow.target <= arrow.source;

  /** Returns how far out the control points of an arrow's curve lie. */
  const reach = (arrow) => REACH + (window.innerWidth >= ROOMY ? FARTHER_APART : FARTHER) * Math.max(Math.abs(arrow.target - arrow.source) - 1, 0);

  /** Returns the widths that the arrows and their labels take on the left and on the right. */
  function sides(arrows) {
    const side = (left) => MIDDLE * Math.max(0, ...arrows.filter((one) => isLeft(one) === left).map(reach)) + LABEL;
    return { left: side(true), right: side(false) };
  }

  /**
   * Returns the heights at which arrows start and end, relative to the middle of their boxes.
   *
   * On each side of a box, arrows from and to boxes above it are placed above the other arrows. A
   * longer arrow is placed nearer to the middle, so that it doesn't cross a shorter one.
   */
  function ports(arrows, height) {
    const ends = new Map();
    arrows.forEach((arrow, at) => {
      for (const [box, other, end] of [[arrow.source, arrow.target, "from"], [arrow.target, arrow.source, "to"]]) {
        if (other === box) continue;
        const key = `${box} ${isLeft(arrow)}`;
        ends.set(key, [...(ends.get(key) || []), { at, end, order: 1 / (other - box) }]);
      }
    });
    const found = arrows.map(() => ({ from: OWN, to: -OWN }));
    for (const some of ends.values()) {
      some.sort((a, b) => a.order - b.order || a.at - b.at);
      const pitch = Math.min(PITCH, (height - 2 * CORNER) / Math.max(some.length - 1, 1));
      some.forEach(({ at, end }, place) => {
        found[at][end] = (place - (some.length - 1) / 2) * pitch;
      });
    }
    return found;
  }

  /** Returns the point of a curve at `t`, from 0 to 1. */
  function pointOf({ x, out, from, to }, t) {
    const beside = 3 * t * (1 - t);
    return { x: x + beside * out, y: from * (1 - t) ** 2 * (1 + 2 * t) + to * t ** 2 * (3 - 2 * t) };
  }

  /** Returns curves for arrows beside boxes that are `step` apart. The boxes reach from `first` to `last` horizontally. */
  function curvesOf(arrows, { first, last, step, height }) {
    const heights = ports(arrows, height);
    return arrows.map((arrow, at) => {
      const left = isLeft(arrow);
      const curve = { isLeft: left, x: left ? first : last, out: (left ? -1 : 1) * reach(arrow),
        from: (arrow.source + 0.5) * step + heights[at].from, to: (arrow.target + 0.5) * step + heights[at].to };
      curve.points = Array.from({ length: POINTS + 1 }, (_, point) => pointOf(curve, point / POINTS));
      return curve;
    });
  }

  const widthOf = (text, isBold) => kpath.widthOf(text, `${isBold ? "bold " : ""}${FONT}`);

  /** Returns whether two labels overlap or are too close: less than `apart` horizontally and, if `apart` is the larger of the two distances, less than BELOW vertically. */
  const overlap = (a, b, apart) => {
    const below = apart === APART[0] ? BELOW : 0;
    return a.left < b.right + apart && b.left < a.right + apart && a.top < b.bottom + below && b.top < a.bottom + below;
  };

  /** Returns the boxes that a label may have beside its arrow, each with a cost in which other arrows aren't considered yet. */
  function candidates(curve, width, thickness) {
    const found = [];
    for (const t of PLACES) {
      const { x, y } = pointOf(curve, t);
      const off = GAP + thickness / 2;
      for (const [shift, worse] of [[0, 0], [8, 1], [16, 2]]) {
        for (const dy of [0, -5, 5]) {
          const outer = curve.isLeft ? x - off - shift - width : x + off + shift;
          found.push({ left: outer, right: outer + width, top: y - LINE / 2 + dy, bottom: y + LINE / 2 + dy,
            cost: OFF * Math.abs(t - 0.5) + worse + Math.abs(dy) / 5 });
        }
      }
    }
    return found;
  }

  /**
   * Returns a box for each label, or null if there is no place for one of the boxes.
   *
   * No box overlaps another or leaves the picture, and boxes that are side by side are at least `apart`.
   *
   * `labels` are texts with their curves. Those of the thickest arrows come first, so that they get the best places.
   */
  function placed(labels, curves, { first, last, width, height, apart }) {
    const found = [];
    for (const { curve, text, isBold, thickness } of labels) {
      const own = candidates(curve, widthOf(text, isBold), thickness).filter((one) =>
        one.left >= 0 && one.right <= width && one.top >= 0 && one.bottom <= height
        && (one.right < first || one.left > last) && !found.some((other) => overlap(one, other, apart)));
      if (!own.length) return null;
      for (const one of own) {
        for (const other of curves) {
          one.cost += CROSSING * other.points.filter(({ x, y }) => x > one.left && x < one.right && y > one.top && y < one.bottom).length;
        }
      }
      found.push(own.reduce((best, one) => (one.cost < best.cost ? one : best)));
    }
    return found;
  }

  Object.assign(kpath, { arrows: { sides, curvesOf, placed, APART } });
})((window.kpath = window.kpath || {}));
