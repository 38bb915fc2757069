package org.kpathjvm.engine.ipf;

import java.util.Arrays;
import org.kpathjvm.engine.counting.Sequences;

/**
 * Converts counts into the k-IPF level by level.
 *
 * <p>All items whose strings end with the same n-gram belong to the node of this n-gram, and their
 * counts are added up. An item's n-gram of n ids is the (n-1)-gram of its predecessor, followed by
 * the item's label. So if each item's node is known on one level, the item's node on the next level
 * is the child of its predecessor's node that has the item's label. A level takes two passes over
 * the items: the first one counts the children of each node, and the second one adds the counts to
 * the children. The items are in the order of their labels, so each node gets its children in this
 * order, too, and no set of items has to be sorted. ({@link PathForestBuilder} visits one n-gram
 * after the other. It looks at each item as often, but it has to gather and sort the items of each
 * n-gram.)
 */
final class LevelConversion {
  /**
   * The largest number of longs that the conversion takes for each item: 28 bytes in the fields of
   * an object, 4 in the predecessors that it was made of, and 44 if each item has a node of its own
   * on the level that is being made and on the one above.
   */
  private static final int LONGS_PER_ITEM = 10;

  private static final int NONE = -1;

  /** For each item, in the order of the labels: its label. */
  private final int[] labels;

  /** For each item, the place of its predecessor in these arrays; NONE if there is none. */
  private final int[] predecessors;

  private final long[] counts;
  private final int k;

  /** The items that may have a node on the level that was made last, in ascending order. */
  private final int[] active;

  private int activeCount;

  /** For each item, its node on the level that was made last; NONE if it has none. */
  private int[] nodes;

  /** For each item, its parent's node, and then its own node, on the level that is being made. */
  private int[] following;

  /**
   * Nodes of one depth, in the order of a {@link PathForest}. A parent is the parent's number on
   * the level above.
   */
  private record Level(int[] parents, int[] paths, long[] counts, int size) {
    void addTo(PathForest forest, int depth) {
      for (int node = 0; node < size; node++) {
        forest.add(depth, parents[node], paths[node], counts[node]);
      }
    }

    void addTo(CountHistogram histogram) {
      for (int node = 0; node < size; node++) {
        histogram.add(counts[node]);
      }
    }
  }

  /**
   * Prepares a conversion.
   *
   * @param predecessors for each item, an item whose follower it is; negative if there is none
   */
  LevelConversion(Sequences source, int[] predecessors, int k) {
    long[] items = source.items();
    Arrays.sort(items);
    int[] places = new int[items.length];
    for (int place = 0; place < items.length; place++) {
      places[(int) items[place]] = place;
    }
    labels = new int[items.length];
    this.predecessors = new int[items.length];
    counts = new long[items.length];
    for (int place = 0; place < items.length; place++) {
      int item = (int) items[place];
      int predecessor = predecessors[item];
      labels[place] = (int) (items[place] >>> Integer.SIZE);
      this.predecessors[place] = predecessor < 0 ? NONE : places[predecessor];
      counts[place] = source.count(item);
    }
    this.k = k;
    nodes = places;
    following = new int[items.length];
    active = new int[items.length];
  }

  /** Returns whether a conversion of this number of items keeps within the limits. */
  static boolean fits(int items, ConversionLimits limits) {
    return (long) LONGS_PER_ITEM * items <= limits.setLength();
  }

  /**
   * Returns the k-IPF. If it would have more than {@code mostRows} nodes, its rarest n-grams are
   * left out, but no single paths.
   */
  PathForest build(int mostRows) {
    PathForest complete = forest(1, mostRows);
    return complete != null ? complete : forest(leastCount(mostRows), Integer.MAX_VALUE);
  }

  /**
   * Returns the roots and the n-grams of two or more paths with at least this count; null if these
   * are more than {@code mostRows} nodes.
   */
  private PathForest forest(long leastCount, int mostRows) {
    PathForest forest = new PathForest();
    forest.leastCount(leastCount);
    Level level = roots();
    for (int depth = 1; level.size > 0; depth++) {
      if (forest.size() + level.size > mostRows) {
        return null;
      }
      level.addTo(forest, depth);
      level = next(level, depth, leastCount);
    }
    return forest;
  }

  /**
   * Returns the least count with which at most {@code mostRows} n-grams of two or more paths stay.
   */
  private long leastCount(int mostRows) {
    CountHistogram histogram = new CountHistogram();
    Level level = next(roots(), 1, 1);
    for (int depth = 2; level.size > 0; depth++) {
      level.addTo(histogram);
      level = next(level, depth, 1);
    }
    return histogram.leastCount(mostRows);
  }

  private Level roots() {
    int size = 0;
    for (int place = 0; place < labels.length; place++) {
      size += place == 0 || labels[place] != labels[place - 1] ? 1 : 0;
    }
    Level roots = new Level(new int[size], new int[size], new long[size], size);
    Arrays.fill(roots.parents, PathForest.NO_PARENT);
    int root = NONE;
    for (int place = 0; place < labels.length; place++) {
      if (place == 0 || labels[place] != labels[place - 1]) {
        root++;
        roots.paths[root] = labels[place];
      }
      roots.counts[root] += counts[place];
      nodes[place] = root;
      active[place] = place;
    }
    activeCount = labels.length;
    return frequent(roots, 1);
  }

  /** Returns the nodes below a level that have at least the given count. */
  private Level next(Level level, int depth, long leastCount) {
    if (depth == k) {
      return new Level(new int[0], new int[0], new long[0], 0);
    }
    // For each node of the level, the label of its last child so far (high half), and a number (low
    // half). In the first pass, the number is how many children the node has so far. In the second
    // pass, it is the place of the node's next child.
    long[] last = new long[level.size];
    int stay = 0;
    for (int at = 0; at < activeCount; at++) {
      int place = active[at];
      if (nodes[place] == NONE) {
        // A longer n-gram occurs at most as often as its end, so it has no node, either.
        following[place] = NONE;
        continue;
      }
      active[stay++] = place;
      int parent = predecessors[place] == NONE ? NONE : nodes[predecessors[place]];
      following[place] = parent;
      if (parent != NONE && (int) (last[parent] >>> Integer.SIZE) != labels[place]) {
        last[parent] = (long) labels[place] << Integer.SIZE | (int) last[parent] + 1;
      }
    }
    activeCount = stay;
    int size = 0;
    for (int parent = 0; parent < level.size; parent++) {
      int first = size;
      size += (int) last[parent];
      last[parent] = first;
    }
    Level children = new Level(new int[size], new int[size], new long[size], size);
    for (int at = 0; at < activeCount; at++) {
      int place = active[at];
      int parent = following[place];
      if (parent == NONE) {
        continue;
      }
      int child = (int) last[parent];
      if ((int) (last[parent] >>> Integer.SIZE) == labels[place]) {
        child--;
      } else {
        last[parent] = (long) labels[place] << Integer.SIZE | child + 1;
        children.parents[child] = parent;
        children.paths[child] = labels[place];
      }
      children.counts[child] += counts[place];
      following[place] = child;
    }
    int[] above = nodes;
    nodes = following;
    following = above;
    return frequent(children, leastCount);
  }

  /**
   * Returns a level without the nodes that have less than the given count. A node's count is at
   * least the sum of its children's counts, so nodes that are left out have no children that stay.
   */
  private Level frequent(Level level, long leastCount) {
    int[] kept = new int[level.size];
    int size = 0;
    for (int node = 0; node < level.size; node++) {
      kept[node] = level.counts[node] >= leastCount ? size++ : NONE;
    }
    if (size == level.size) {
      return level;
    }
    for (int node = 0; node < level.size; node++) {
      if (kept[node] != NONE) {
        level.parents[kept[node]] = level.parents[node];
        level.paths[kept[node]] = level.paths[node];
        level.counts[kept[node]] = level.counts[node];
      }
    }
    for (int at = 0; at < activeCount; at++) {
      int place = active[at];
      nodes[place] = nodes[place] == NONE ? NONE : kept[nodes[place]];
    }
    return new Level(level.parents, level.paths, level.counts, size);
  }
}
