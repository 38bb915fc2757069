package org.kpathjvm.engine.counting;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.kpathjvm.engine.ipf.PathForest;

/**
 * Counts, by brute force, the n-grams in sequences, for each n up to k. The counts are those of
 * Definition 2 of D'Elia, Demetrescu and Finocchi's "Ball-Larus Path Profiling Across Multiple Loop
 * Iterations".
 */
public final class GramCounts {
  private final int k;
  private final Map<List<Integer>, Long> counts = new HashMap<>();

  public GramCounts(int k) {
    this.k = k;
  }

  /** Adds a sequence: the items between two markers {@code *} in the paper's streams. */
  public void add(List<Integer> sequence) {
    int[] items = sequence.stream().mapToInt(Integer::intValue).toArray();
    for (int from = 0; from < items.length; from++) {
      Gram gram = Gram.before(items, from);
      for (int length = 1; length <= k && from + length <= items.length; length++) {
        gram = gram.longer();
        counts.merge(gram, 1L, Long::sum);
      }
    }
  }

  public Map<List<Integer>, Long> counts() {
    return counts;
  }

  /** Returns the count of each n-gram in a forest. */
  public static Map<List<Integer>, Long> of(PathForest forest) {
    Map<List<Integer>, Long> counts = new HashMap<>();
    List<Gram> grams = new ArrayList<>();
    for (int row = 0; row < forest.size(); row++) {
      int parent = forest.parent(row);
      Gram gram = (parent < 0 ? Gram.EMPTY : grams.get(parent)).with(forest.path(row));
      grams.add(gram);
      if (gram.size() != forest.depth(row)) {
        throw new AssertionError("depth " + forest.depth(row) + ": " + gram);
      }
      if (counts.put(gram, forest.count(row)) != null) {
        throw new AssertionError("twice: " + gram);
      }
    }
    return counts;
  }
}
