package org.kpathjvm.engine.ipf;

import org.kpathjvm.engine.counting.SequenceCounter;
import org.kpathjvm.engine.counting.Sequences;
import org.kpathjvm.engine.counting.Sequences.ItemSet;
import org.kpathjvm.engine.counting.SetsFullException;
import org.kpathjvm.engine.hash.HashPathCounter;

/**
 * Converts counts into the k-IPF. This is Fig. 7 of the k-BLPP paper with {@code join_subtree(rho,
 * phi, k-1)}, which makes k levels. The version in the paper makes k+1 levels.
 *
 * <p>Fig. 7 joins one subtree after the other, and so finds each k-IPF node many times. Here all
 * subtrees are joined at once. Each item of a counter (a k-SF node, a path of a word, or a
 * transition between contexts; see {@link Sequences}) stands for a string of paths. The item's
 * label is the last path of the string. The followers of an item are the items whose strings
 * continue the item's string by one path. Let S(g) be the set of all items whose strings end with
 * the n-gram g. The count of g's k-IPF node is the sum of the counts of the items in S(g). For a
 * path x, the set S(g x) consists of those followers of the items in S(g) that have the label x.
 * When the followers of all items in S(g) are sorted by label, each S(g x) is a range, and the
 * ranges are already in the order of the result. No hash table is needed. The number of steps is
 * the same as in Fig. 7: the sum of the sizes of all S(g).
 *
 * <p>Some items, such as some k-SF nodes, have a count of 0. If all items of S(g) have a count of
 * 0, g has no node. But if the counter was folded, longer n-grams that begin with g may still have
 * counts, and then g has a node, too. Also, after folding, a node's count may be less than the sum
 * of its children's counts. The node's n-gram occurred at least as often as this sum says, so the
 * count is raised to the sum.
 */
public final class PathForestBuilder {
  private final Sequences source;
  private final int k;
  private final boolean folded;
  private final ConversionLimits limits;

  /** The forest that is built; null while nodes are only counted. */
  private PathForest result;

  /** The sizes of the forest; null unless only the sizes are requested. */
  private PathForestCensus census;

  private CountHistogram histogram;
  private long leastCount = 1;

  /** The sets S(g) for all n-grams g of the current branch, one after the other. */
  private ItemSet sets;

  /**
   * For each depth, the index in {@link #sets} where the next range of equal labels begins. The
   * next four arrays also have an element for each depth: the index in {@link #sets} where the
   * ranges end, the place of the current node on its level, the current node's count, and the sum
   * of its children's counts.
   */
  private final int[] next;

  private final int[] end;
  private final int[] node;
  private final long[] counts;
  private final long[] childSums;

  private PathForestBuilder(Sequences source, boolean folded, int k, ConversionLimits limits) {
    this.source = source;
    this.folded = folded;
    this.k = k;
    this.limits = limits;
    next = new int[k + 1];
    end = new int[k + 1];
    node = new int[k];
    counts = new long[k + 1];
    childSums = new long[k + 1];
  }

  /**
   * Returns the complete k-IPF of a counter. {@code k} must not be larger than the counter's own k.
   */
  public static PathForest build(SequenceCounter counter, int k) {
    return build(counter, k, ConversionLimits.NONE);
  }

  /**
   * Returns the k-IPF within limits. If the complete k-IPF has more nodes than the limits allow,
   * its rarest n-grams are left out.
   *
   * @param counter the counter; if it was folded, it must be {@linkplain SequenceCounter#settle
   *     settled}
   * @throws SetsFullException if the sets S(g) don't fit into the limits
   */
  public static PathForest build(SequenceCounter counter, int k, ConversionLimits limits) {
    if (limits.setLength() == 0 && counter.size() > 0) {
      // The items themselves wouldn't fit, so they must not even be made.
      throw new SetsFullException();
    }
    // A LevelConversion is faster, but it needs predecessors, room, and a counter that wasn't
    // folded.
    Sequences source = counter.sequences();
    boolean folded = !counter.foldLog().isEmpty();
    if (!folded && source.hasPredecessors() && LevelConversion.fits(source.size(), limits)) {
      return new LevelConversion(source, k).build(limits.rows());
    }
    return oneByOne(source, folded, k, limits);
  }

  /** Returns the k-IPF within limits, visiting one n-gram after the other. */
  static PathForest oneByOne(Sequences source, boolean folded, int k, ConversionLimits limits) {
    PathForestBuilder builder = new PathForestBuilder(source, folded, k, limits);
    builder.result = new PathForest();
    if (builder.join(limits.rows())) {
      return builder.result;
    }
    // The forest may have been too large only for a moment, because it had nodes that are removed
    // when they are finished. In that case, the threshold is 1, and the second forest is complete.
    builder.result = null;
    builder.histogram = new CountHistogram();
    builder.join(Integer.MAX_VALUE);
    builder.leastCount = builder.histogram.leastCount(limits.rows());
    builder.histogram = null;
    builder.result = new PathForest();
    builder.result.leastCount(builder.leastCount);
    builder.join(Integer.MAX_VALUE);
    return builder.result;
  }

  /**
   * Returns the sizes of the k-IPF without building it.
   *
   * @param counter a counter that wasn't folded
   * @param bytes the largest number of bytes that this method may use in addition to the counts
   * @throws SetsFullException if the sets S(g) of a branch don't fit into {@code bytes}
   */
  public static PathForestCensus census(SequenceCounter counter, int k, long bytes) {
    if (!counter.foldLog().isEmpty()) {
      throw new IllegalArgumentException("a folded counter has lost nodes");
    }
    ConversionLimits limits = new ConversionLimits(Integer.MAX_VALUE, bytes);
    PathForestBuilder builder = new PathForestBuilder(counter.sequences(), false, k, limits);
    builder.census = new PathForestCensus(k);
    builder.join(Integer.MAX_VALUE);
    return builder.census;
  }

  /** Returns the census of a k-IPF without nodes. */
  public static PathForestCensus noCensus(int k) {
    return new PathForestCensus(k);
  }

  /** Returns the 1-IPF of a counter. */
  public static PathForest build(HashPathCounter counter) {
    PathForest forest = new PathForest();
    for (int id : counter.sortedIds()) {
      forest.add(1, PathForest.NO_PARENT, id, counter.count(id));
    }
    return forest;
  }

  /**
   * Visits all nodes. Returns false as soon as the forest that is built has more than {@code
   * mostRows} nodes.
   */
  private boolean join(int mostRows) {
    sets = new ItemSet(source.items(), limits.setLength());
    sets.sort(0);
    next[0] = 0;
    end[0] = sets.end();
    int depth = 0;
    while (true) {
      if (next[depth] == end[depth]) {
        if (depth == 0) {
          return true;
        }
        depth--;
        closeNode(depth);
        continue;
      }
      sets.truncate(end[depth]);
      if (openNode(depth)) {
        depth++;
      }
      if (result != null && result.size() > mostRows) {
        return false;
      }
    }
  }

  /**
   * Makes the node for the next range of equal labels at a depth. Returns whether the node's
   * children must be visited.
   */
  private boolean openNode(int depth) {
    int from = next[depth];
    int label = sets.label(from);
    int to = from;
    long count = 0;
    while (to < end[depth] && sets.label(to) == label) {
      count += source.count(sets.item(to));
      to++;
    }
    next[depth] = to;
    if (!folded && (count == 0 || depth > 0 && count < leastCount)) {
      return false;
    }
    counts[depth] = count;
    childSums[depth] = 0;
    if (census != null) {
      census.open(depth);
    }
    node[depth] = result == null ? 0 : result.add(depth + 1, parent(depth), label, count);
    int start = end[depth];
    if (depth + 1 < k) {
      source.addFollowers(sets, from, to);
    }
    if (sets.end() == start) {
      closeNode(depth);
      return false;
    }
    sets.sort(start);
    next[depth + 1] = start;
    end[depth + 1] = sets.end();
    return true;
  }

  private int parent(int depth) {
    return depth == 0 ? PathForest.NO_PARENT : node[depth - 1];
  }

  /** Finishes the current node of a depth, after all of its children were added. */
  private void closeNode(int depth) {
    if (census != null) {
      census.close(depth);
      return;
    }
    long count = Math.max(counts[depth], childSums[depth]);
    if (depth > 0) {
      childSums[depth - 1] += count;
    }
    if (result == null) {
      // Roots are always kept, so the histogram doesn't include them.
      if (depth > 0 && count > 0) {
        histogram.add(count);
      }
    } else if (count == 0 || depth > 0 && count < leastCount) {
      result.removeLast(depth + 1);
    } else if (count != counts[depth]) {
      result.setCount(depth + 1, node[depth], count);
    }
  }
}
