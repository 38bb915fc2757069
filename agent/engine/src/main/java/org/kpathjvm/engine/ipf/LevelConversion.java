package org.kpathjvm.engine.ipf;

import java.util.Arrays;
import org.kpathjvm.engine.counting.Sequences;

/**
 * Converts counts into the k-IPF level by level.
 *
 * <p>All items whose strings end with the same n-gram belong to the node of this n-gram, and their
 * counts are added up. The last n ids of an item's string are the last n-1 ids of its predecessor's
 * string, followed by the item's label. So if the nodes of all items are known on one level, an
 * item's node on the next level is a child of its predecessor's node: the child with the item's
 * label. A level takes two passes over the items: the first one counts the children of each node,
 * and the second one adds the counts to the children. The items are in the order of their labels,
 * so each node gets its children in this order, too. {@link PathForestBuilder}, which visits one
 * n-gram after the other, looks at each item just as often, but has to gather and sort the items of
 * each n-gram.
 */
final class LevelConversion {
  /**
   * The largest number of bytes that the conversion takes for each item. The arrays in the fields
   * take 28. A level has at most as many nodes as there are items. {@link #next} takes 8 more bytes
   * for each node on the level above, and 12 for each new node. The constructor takes fewer than
   * 48.
   */
  private static final int BYTES_PER_ITEM = 48;

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

  /**
   * For each item, first the parent of the item's node on the level that is being made, and then
   * the item's node itself.
   */
  private int[] following;

  /** Takes the nodes of the k-IPF, in the order of a {@link PathForest}, level by level. */
  private interface Nodes {
    /**
     * Takes a node.
     *
     * @param parent the parent's number on the level above
     */
    void add(int depth, int parent, int path, long count);
  }

  /**
   * Prepares a conversion.
   *
   * @param source items with {@linkplain Sequences#predecessors predecessors}
   */
  LevelConversion(Sequences source, int k) {
    long[] items = source.items();
    Arrays.sort(items);
    int[] places = new int[items.length];
    for (int place = 0; place < items.length; place++) {
      places[(int) items[place]] = place;
    }
    labels = new int[items.length];
    counts = new long[items.length];
    predecessors = new int[items.length];
    int[] itemsBefore = source.predecessors();
    for (int place = 0; place < items.length; place++) {
      int item = (int) items[place];
      int before = itemsBefore[item];
      labels[place] = (int) (items[place] >>> Integer.SIZE);
      predecessors[place] = before < 0 ? NONE : places[before];
      counts[place] = source.count(item);
    }
    this.k = k;
    nodes = places;
    following = new int[items.length];
    active = new int[items.length];
  }

  /** Returns whether a conversion of this number of items keeps within the limits. */
  static boolean fits(int items, ConversionLimits limits) {
    return (long) BYTES_PER_ITEM * items <= limits.bytes();
  }

  /**
   * Returns the k-IPF. If it would have more than {@code mostRows} nodes, its rarest n-grams are
   * left out, but no single paths.
   */
  PathForest build(int mostRows) {
    PathForest complete = new PathForest();
    if (convert(1, mostRows, complete::add)) {
      return complete;
    }
    PathForest frequent = new PathForest();
    frequent.leastCount(leastCount(mostRows));
    convert(frequent.leastCount(), Integer.MAX_VALUE, frequent::add);
    return frequent;
  }

  /**
   * Returns the lowest threshold that the counts of at most {@code mostRows} n-grams of two or more
   * paths reach.
   */
  private long leastCount(int mostRows) {
    CountHistogram histogram = new CountHistogram();
    convert(
        1,
        Integer.MAX_VALUE,
        (depth, parent, path, count) -> {
          if (depth > 1) {
            histogram.add(count);
          }
        });
    return histogram.leastCount(mostRows);
  }

  /**
   * Makes the roots, and the nodes of those n-grams of two or more paths whose count is at least
   * {@code leastCount}. Returns false as soon as there are more than {@code mostRows} nodes.
   */
  private boolean convert(long leastCount, int mostRows, Nodes into) {
    // At first, all items belong to node 0, which is the parent of all roots.
    Arrays.fill(nodes, 0);
    Arrays.setAll(active, place -> place);
    activeCount = labels.length;
    int left = mostRows;
    int size = 1;
    for (int depth = 1; depth <= k && size > 0; depth++) {
      size = next(depth, size, depth == 1 ? 1 : leastCount, left, into);
      if (size > left) {
        return false;
      }
      left -= size;
    }
    return true;
  }

  /**
   * Makes the nodes of a depth that have at least the given count, and returns their number. Stops
   * when there are more than {@code most} nodes.
   *
   * @param parents the number of nodes on the level above
   */
  private int next(int depth, int parents, long leastCount, int most, Nodes into) {
    // For each node above, the label of its last child so far (high half), and a number (low half).
    // In the first pass, the number is how many children the node has so far. In the second pass,
    // it is the place of the node's next child.
    long[] last = new long[parents];
    int stay = 0;
    for (int at = 0; at < activeCount; at++) {
      int place = active[at];
      if (nodes[place] == NONE) {
        // If an n-gram has no node, longer n-grams that end with it have none, either.
        following[place] = NONE;
        continue;
      }
      active[stay++] = place;
      int before = depth == 1 ? place : predecessors[place];
      int parent = before == NONE ? NONE : nodes[before];
      following[place] = parent;
      if (parent != NONE && (int) (last[parent] >>> Integer.SIZE) != labels[place]) {
        last[parent] = (long) labels[place] << Integer.SIZE | (int) last[parent] + 1;
      }
    }
    activeCount = stay;
    int size = 0;
    for (int parent = 0; parent < parents; parent++) {
      int first = size;
      size += (int) last[parent];
      last[parent] = first;
    }
    int[] paths = new int[size];
    long[] sums = new long[size];
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
        paths[child] = labels[place];
      }
      sums[child] += counts[place];
      following[place] = child;
    }
    // A node's count is at least the sum of its children's counts, so no child of a node that is
    // left out could stay. Each node's number replaces its path, so that no other array is needed.
    int[] numbers = paths;
    int kept = 0;
    int child = 0;
    for (int parent = 0; parent < parents; parent++) {
      for (int end = (int) last[parent]; child < end; child++) {
        if (sums[child] < leastCount) {
          numbers[child] = NONE;
          continue;
        }
        if (kept == most) {
          return kept + 1;
        }
        into.add(depth, depth == 1 ? PathForest.NO_PARENT : parent, paths[child], sums[child]);
        numbers[child] = kept++;
      }
    }
    if (kept < size) {
      for (int at = 0; at < activeCount; at++) {
        int place = active[at];
        following[place] = following[place] == NONE ? NONE : numbers[following[place]];
      }
    }
    int[] above = nodes;
    nodes = following;
    following = above;
    return kept;
  }
}
