package org.kpathjvm.engine.ipf;

import java.util.Arrays;
import org.kpathjvm.engine.hash.HashPathCounter;
import org.kpathjvm.engine.ksf.SlabForest;
import org.kpathjvm.engine.ksf.SlabForestView;

/**
 * Converts a k-slab forest into the k-IPF: Fig. 7 with {@code join_subtree(rho, phi, k-1)}, that is
 * k levels (as printed it makes k+1).
 *
 * <p>Fig. 7 joins one subtree after the other and so finds each k-IPF node many times. Here all
 * subtrees are joined at once: the k-IPF node of an n-gram g stands for the set S(g) of k-SF nodes
 * whose root path ends in g, its count is the sum of theirs, and S(g x) are their children labelled
 * x. Sorting the children of S(g) by label gives all S(g x) as neighbouring ranges, already in the
 * order of the result, without a hash. The work is the same as Fig. 7's: the sum of |S(g)|.
 *
 * <p>Tops that Fig. 6 left at 0 count nothing; a whole S(g) of them would be a ghost and is
 * dropped.
 */
public final class PathForestBuilder {
  private final SlabForestView source;
  private final int k;
  private final PathForest result = new PathForest();

  /** S(g) for the g of the current branch, one behind the other: label (high half), node (low). */
  private long[] sets;

  private int setsEnd;

  /**
   * Per depth: where the next range of equal labels begins, where the list ends, the node's row.
   */
  private final int[] next;

  private final int[] end;
  private final int[] row;

  private PathForestBuilder(SlabForestView source, int k) {
    this.source = source;
    this.k = k;
    next = new int[k + 1];
    end = new int[k + 1];
    row = new int[k + 1];
  }

  /** The k-IPF of everything that went into the forest, k being at most the forest's. */
  public static PathForest build(SlabForest forest, int k) {
    PathForestBuilder builder = new PathForestBuilder(forest.view(), k);
    builder.join();
    return builder.result;
  }

  /** The 1-IPF of BLPP counts. */
  public static PathForest build(HashPathCounter counter) {
    PathForest forest = new PathForest();
    for (int id : counter.sortedIds()) {
      forest.add(PathForest.NO_PARENT, id, 1, counter.count(id));
    }
    return forest;
  }

  private void join() {
    sets = source.links();
    setsEnd = sets.length;
    for (int at = 0; at < setsEnd; at++) {
      sets[at] = Long.rotateLeft(sets[at], 32);
    }
    Arrays.sort(sets, 0, setsEnd);
    row[0] = PathForest.NO_PARENT;
    next[0] = 0;
    end[0] = setsEnd;
    int depth = 0;
    while (depth >= 0) {
      if (next[depth] == end[depth]) {
        depth--;
        continue;
      }
      setsEnd = end[depth];
      if (openNode(depth)) {
        depth++;
      }
    }
  }

  /** Makes the node of the next range at this depth; whether its children are to be visited. */
  private boolean openNode(int depth) {
    int from = next[depth];
    int label = (int) (sets[from] >>> 32);
    int to = from;
    long count = 0;
    while (to < end[depth] && (int) (sets[to] >>> 32) == label) {
      count += source.count((int) sets[to]);
      to++;
    }
    next[depth] = to;
    if (count == 0) {
      return false;
    }
    int made = result.add(row[depth], label, depth + 1, count);
    if (depth + 1 == k) {
      return false;
    }
    for (int at = from; at < to; at++) {
      addChildren((int) sets[at]);
    }
    int start = end[depth];
    if (setsEnd == start) {
      return false;
    }
    if (setsEnd - start > 1) {
      Arrays.sort(sets, start, setsEnd);
    }
    row[depth + 1] = made;
    next[depth + 1] = start;
    end[depth + 1] = setsEnd;
    return true;
  }

  private void addChildren(int node) {
    for (long link = source.firstChild(node);
        link != 0;
        link = source.nextSibling(SlabForestView.node(link))) {
      if (setsEnd == sets.length) {
        sets =
            Arrays.copyOf(
                sets,
                (int) Math.min(sets.length + (sets.length >> 1) + 64L, Integer.MAX_VALUE - 64));
      }
      sets[setsEnd++] = Long.rotateLeft(link, 32);
    }
  }
}
