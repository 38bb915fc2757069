// A method's k-IPF in typed arrays. A node is an index into these arrays, and the children of a node have successive indices.
(function (kpath) {
  "use strict";

  class Forest {
    /** Takes the page's columns: the differences between successive nodes' parents, the ranks of paths, counts, and how often no path came next (null if not known). */
    constructor({ parents, paths, counts, ended }) {
      const size = paths.length;
      this.size = size;
      this.parents = new Int32Array(size);
      this.paths = Int32Array.from(paths);
      this.counts = Float64Array.from(counts);
      this.ended = ended;
      this.depths = new Uint16Array(size);
      this.firsts = new Int32Array(size);
      this.ends = new Int32Array(size);
      this.roots = [];
      this.sorted = new Map();
      let parent = -1;
      for (let node = 0; node < size; node++) {
        parent += parents[node];
        this.parents[node] = parent;
        if (parent < 0) this.roots.push(node);
        else if (this.ends[parent] === 0) this.firsts[parent] = node;
        if (parent >= 0) this.ends[parent] = node + 1;
        this.depths[node] = parent < 0 ? 1 : this.depths[parent] + 1;
      }
      this.roots = this.byCount(this.roots);
    }

    byCount(nodes) {
      return nodes.sort((a, b) => this.counts[b] - this.counts[a] || a - b);
    }

    childCount(node) {
      return this.ends[node] ? this.ends[node] - this.firsts[node] : 0;
    }

    /** Returns a node's children, the most frequent first. */
    children(node) {
      if (!this.sorted.has(node)) {
        const length = this.childCount(node);
        this.sorted.set(node, this.byCount(Array.from({ length }, (_, at) => this.firsts[node] + at)));
      }
      return this.sorted.get(node);
    }

    /** Returns what came after a node besides its children, as pairs of words and a count above 0. */
    rests(node) {
      const followed = this.children(node).reduce((sum, child) => sum + this.counts[child], 0);
      const rest = this.counts[node] - followed;
      const ended = this.ended ? this.ended[node] : 0;
      return [["no next path", ended], [this.ended ? "next path not in this page" : "next path not known", rest - ended]]
        .filter(([, count]) => count > 0);
    }

    root(node) {
      let at = node;
      while (this.parents[at] >= 0) at = this.parents[at];
      return at;
    }

    /** Returns a node's count as a share of its parent's count, or null for a root. */
    shareOfParent(node) {
      const parent = this.parents[node];
      return parent < 0 ? null : this.counts[node] / this.counts[parent];
    }

    /** Returns the ranks of the paths of a node's sequence. */
    sequence(node) {
      const found = [];
      for (let at = node; at >= 0; at = this.parents[at]) found.unshift(this.paths[at]);
      return found;
    }
  }

  kpath.Forest = Forest;
})((window.kpath = window.kpath || {}));
