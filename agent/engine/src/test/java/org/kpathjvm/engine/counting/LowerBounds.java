package org.kpathjvm.engine.counting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.kpathjvm.engine.ipf.ConversionLimits;
import org.kpathjvm.engine.ipf.PathForest;
import org.kpathjvm.engine.ipf.PathForestBuilder;

/** Compares the counts of a counter that may have been folded with the true counts. */
public final class LowerBounds {
  private LowerBounds() {}

  /**
   * Asserts count <= truth <= count + error for all n-grams, including n-grams without a node, and
   * count = truth for single paths. Returns the counter's k-IPF.
   */
  public static PathForest check(
      Map<List<Integer>, Long> truth, SequenceCounter counter, int k, ConversionLimits limits) {
    long restarts = counter.foldLog().restarts();
    FoldedContexts contexts = new FoldedContexts(k);
    counter.settle(contexts);
    PathForest result = PathForestBuilder.build(counter, k, limits);
    Map<List<Integer>, Long> found = GramCounts.of(result);
    found.forEach(
        (gram, count) ->
            assertTrue(count <= truth.getOrDefault(gram, 0L), "too high: " + gram + " " + count));
    truth.forEach(
        (gram, count) -> {
          long lower = found.getOrDefault(gram, 0L);
          int n = gram.size();
          long error = contexts.error(gram.get(n - 1), n) + (n - 1) * restarts;
          if (n == 1) {
            assertEquals(count, lower, "path " + gram);
          } else if (lower == 0) {
            error += result.leastCount() - 1;
          } else {
            assertTrue(lower >= result.leastCount());
          }
          assertTrue(
              count <= lower + error,
              gram + ": " + count + " is more than " + lower + " + " + error);
          assertTrue(contexts.greatestError(n) >= contexts.error(gram.get(n - 1), n));
        });
    if (counter.foldLog().isEmpty() && result.leastCount() == 1) {
      assertEquals(truth, found);
    }
    checkProperty1(found);
    return result;
  }

  /** Asserts that a node's count is at least the sum of its children's counts. */
  private static void checkProperty1(Map<List<Integer>, Long> found) {
    Map<List<Integer>, Long> childSums = new HashMap<>();
    found.forEach(
        (gram, count) -> childSums.merge(gram.subList(0, gram.size() - 1), count, Long::sum));
    childSums.remove(List.of());
    childSums.forEach((gram, sum) -> assertTrue(found.get(gram) >= sum, gram.toString()));
  }
}
