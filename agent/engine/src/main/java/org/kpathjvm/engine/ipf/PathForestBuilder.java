package org.kpathjvm.engine.ipf;

import org.kpathjvm.engine.counting.SequenceCounter;
import org.kpathjvm.engine.counting.Sequences;
import org.kpathjvm.engine.counting.Sequences.ItemSet;
import org.kpathjvm.engine.counting.SetsFullException;
import org.kpathjvm.engine.hash.HashPathCounter;

/**
 * Converts what was counted into the k-IPF. This is Fig. 7 with {@code join_subtree(rho, phi,
 * k-1)}, which makes k levels; as printed, it makes k+1.
 *
 * <p>Fig. 7 joins one subtree after the other, and so finds each k-IPF node many times. Here all
 * subtrees are joined at once. The k-IPF node of an n-gram g stands for the set S(g) of all k-SF
 * nodes (or transitions between contexts, see {@link Sequences}) whose strings end in g. The node's
 * count is the sum of their counts, and S(g x) consists of the followers of S(g) labelled x.
 * Sorting the followers of S(g) by label gives all S(g x) as neighbouring ranges, already in the
 * order of the result, without a hash. The work is the same as that of Fig. 7: the sum of |S(g)|.
 *
 * <p>The tops that Fig. 6 left at 0 count nothing. If a whole S(g) consists of them, its node would
 * be a ghost and is dropped. In a counter that was folded, the nodes below such a node may have
 * counts nevertheless. In such a counter a count may also be less than the sum of its children's
 * counts, which can't be true. Then it is raised to that sum.
 */
public final class PathForestBuilder {
  private final Sequences source;
  private final int k;
  private final boolean folded;
  private final ConversionLimits limits;

  /** The forest that is built; null while nodes are only counted. */
  private PathForest result;

  /** The sizes of the forest; null unless only they are wanted. */
  private PathForestCensus census;

  private CountHistogram histogram;
  private long leastCount = 1;

  /** S(g) for all g of the current branch, one after the other. */
  private ItemSet sets;

  /**
   * By depth: where the next range of equal labels begins, and where the list ends; then the row,
   * the count and the sum of the children's counts of the node that is open.
   */
  private final int[] next;

  private final int[] end;
  private final int[] row;
  private final long[] counts;
  private final long[] childSums;

  private PathForestBuilder(SequenceCounter counter, int k, ConversionLimits limits) {
    source = counter.sequences();
    folded = !counter.foldLog().isEmpty();
    this.k = k;
    this.limits = limits;
    next = new int[k + 1];
    end = new int[k + 1];
    row = new int[k];
    counts = new long[k + 1];
    childSums = new long[k + 1];
  }

  /** Returns the k-IPF of everything that went into the counter. k is at most the counter's. */
  public static PathForest build(SequenceCounter counter, int k) {
    return build(counter, k, ConversionLimits.NONE);
  }

  /**
   * Returns the k-IPF within limits. The rarest n-grams are left out as far as that is needed.
   *
   * @param counter {@linkplain SequenceCounter#settle settled} if it was folded
   * @throws SetsFullException when the sets of a branch don't fit into the limits
   */
  public static PathForest build(SequenceCounter counter, int k, ConversionLimits limits) {
    PathForestBuilder builder = new PathForestBuilder(counter, k, limits);
    builder.result = new PathForest();
    if (builder.join(limits.rows())) {
      return builder.result;
    }
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
   * Returns how large the k-IPF would be, without keeping any of it.
   *
   * @param counter not folded
   * @param setLength the most longs that the sets of a branch may have
   * @throws SetsFullException when the sets need more
   */
  public static PathForestCensus census(SequenceCounter counter, int k, int setLength) {
    if (!counter.foldLog().isEmpty()) {
      throw new IllegalArgumentException("a folded counter has lost nodes");
    }
    ConversionLimits limits = new ConversionLimits(Integer.MAX_VALUE, setLength);
    PathForestBuilder builder = new PathForestBuilder(counter, k, limits);
    builder.census = new PathForestCensus(k);
    builder.join(Integer.MAX_VALUE);
    return builder.census;
  }

  /** Returns the census of a k-IPF without nodes. */
  public static PathForestCensus noCensus(int k) {
    return new PathForestCensus(k);
  }

  /** Returns the 1-IPF of BLPP counts. */
  public static PathForest build(HashPathCounter counter) {
    PathForest forest = new PathForest();
    for (int id : counter.sortedIds()) {
      forest.add(id, 1, counter.count(id));
    }
    return forest;
  }

  /** Visits all nodes. Returns false when there turn out to be more than {@code mostRows} rows. */
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
   * Makes the node of the next range at this depth. Returns whether its children are to be visited.
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
    row[depth] = result == null ? 0 : result.add(label, depth + 1, count);
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

  /** Finishes the node of this depth when all of its children are in the rows after it. */
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
      // Roots are always kept, so the histogram leaves them out.
      if (depth > 0 && count > 0) {
        histogram.add(count);
      }
    } else if (count == 0 || depth > 0 && count < leastCount) {
      result.removeLast();
    } else if (count != counts[depth]) {
      result.setCount(row[depth], count);
    }
  }
}
