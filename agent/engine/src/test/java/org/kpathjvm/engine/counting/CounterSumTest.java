package org.kpathjvm.engine.counting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.kpathjvm.engine.contexts.ContextAutomaton;

class CounterSumTest {
  @Test
  void theSumOfNoCountersIsNull() {
    assertNull(CounterSum.of(List.<ContextAutomaton>of(), Long.MAX_VALUE));
  }

  /** While a counter is added to the sum, that counter still takes memory of its own. */
  @Test
  void theBoundIncludesTheCounterThatIsAdded() {
    long alone = sum(Long.MAX_VALUE).bytes();
    long other = counter(2, 900).bytes();
    assertTrue(other > 10_000, other + " bytes");
    // The tables are copied when they grow, so for a moment the sum takes more memory than at the
    // end.
    assertEquals(0, sum(4 * (alone + other)).foldLog().folds());
    long least = leastWithoutFolding(alone / 2, 4 * (alone + other));
    long peak = peakOfGrowth();
    assertTrue(least >= peak + other, least + " bytes, of which the sum takes " + peak);
  }

  /** Returns the smallest bound, in bytes, with which the sum isn't folded. */
  private static long leastWithoutFolding(long folds, long doesNot) {
    long low = folds;
    long high = doesNot;
    while (high - low > 1) {
      long middle = (low + high) / 2;
      if (sum(middle).foldLog().folds() > 0) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return high;
  }

  /** Returns the greatest total size, in bytes, that the sum's tables ask for. */
  private static long peakOfGrowth() {
    long[] most = {0};
    ContextAutomaton sum = counter(1, 1_000);
    sum.setMemory(
        (asking, more) -> {
          most[0] = Math.max(most[0], asking.bytes() + more);
          return true;
        });
    sum.addAll(counter(2, 900));
    return most[0];
  }

  private static ContextAutomaton sum(long tableBytes) {
    return CounterSum.of(List.of(counter(1, 1_000), counter(2, 900)), tableBytes);
  }

  private static ContextAutomaton counter(long seed, int words) {
    ContextAutomaton counter = new ContextAutomaton(4);
    new RandomWords(new Random(seed), 8, false)
        .feed(counter, new ActivationStates(), words, () -> {});
    return counter;
  }
}
