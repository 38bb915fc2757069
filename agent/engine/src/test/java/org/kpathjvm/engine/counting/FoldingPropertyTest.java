package org.kpathjvm.engine.counting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.kpathjvm.engine.contexts.ContextAutomaton;
import org.kpathjvm.engine.ipf.ConversionLimits;
import org.kpathjvm.engine.ipf.PathForest;
import org.kpathjvm.engine.ipf.PathForestBuilder;

/**
 * Checks counters with a tiny memory against brute force: the count of every n-gram is within its
 * stated error.
 */
class FoldingPropertyTest {
  /** The size, in bytes, of the empty tables that find methods. */
  private static final int EMPTY_BYTES = 768;

  /**
   * The number of bytes that the contexts of one live activation may take even in the smallest
   * memory. It includes the index that finds these contexts. The largest number in 300,000 random
   * streams was 67.
   */
  private static final int BYTES_PER_ACTIVATION = 80;

  @Property(tries = 160)
  void everyCountIsWithinItsErrorBound(
      @ForAll @IntRange(min = 2, max = 9) int k,
      @ForAll @IntRange(min = 1, max = 30) int alphabet,
      @ForAll @IntRange(min = 1, max = 4) int activations,
      @ForAll @IntRange(min = 24_000, max = 60_000) int memoryBytes,
      @ForAll long seed) {
    SequenceCounter counter = new ContextAutomaton(k);
    BoundedCounter bounded = new BoundedCounter(counter, bytes(memoryBytes, 4));
    RandomActivations stream = new RandomActivations(new Random(seed), alphabet, activations);
    stream.feed(counter, bounded::check);
    LowerBounds.check(stream.grams(k), counter, k, ConversionLimits.NONE);
  }

  @Property(tries = 80)
  void countsOfSumsAreWithinTheirErrorBounds(
      @ForAll @IntRange(min = 2, max = 7) int k,
      @ForAll @IntRange(min = 2, max = 12) int alphabet,
      @ForAll @IntRange(min = 18_000, max = 36_000) int memoryBytes,
      @ForAll long seed) {
    GramCounts expected = new GramCounts(k);
    SequenceCounter sum = null;
    for (int part = 0; part < 3; part++) {
      SequenceCounter counter = new ContextAutomaton(k);
      BoundedCounter bounded = new BoundedCounter(counter, bytes(memoryBytes, 4));
      RandomActivations stream = new RandomActivations(new Random(seed + part), alphabet, 2);
      stream.feed(counter, bounded::check);
      stream.sequences().forEach(expected::add);
      if (sum == null) {
        sum = counter;
      } else {
        sum.addAll(counter);
      }
    }
    LowerBounds.check(expected.counts(), sum, k, ConversionLimits.NONE);
  }

  @Property(tries = 80)
  void limitedConversionsLeaveOutTheRarestNGrams(
      @ForAll @IntRange(min = 2, max = 7) int k,
      @ForAll boolean folded,
      @ForAll @IntRange(min = 40, max = 400) int rows,
      @ForAll long seed) {
    SequenceCounter counter = new ContextAutomaton(k);
    BoundedCounter bounded = new BoundedCounter(counter, bytes(folded ? 16_000 : 1 << 30, 3));
    RandomActivations stream = new RandomActivations(new Random(seed), 10, 3);
    stream.feed(counter, bounded::check);
    PathForest result =
        LowerBounds.check(stream.grams(k), counter, k, new ConversionLimits(rows, Long.MAX_VALUE));
    assertTrue(result.size() <= rows + result.rootCount());
  }

  /**
   * While the k-IPF of a folded counter is built, it may have nodes without a count, which are
   * removed again. The limit doesn't apply to such nodes, so a k-IPF that just fits without them is
   * complete.
   */
  @Property(tries = 80)
  void aKIpfThatJustFitsIsComplete(@ForAll @IntRange(min = 2, max = 7) int k, @ForAll long seed) {
    SequenceCounter counter = new ContextAutomaton(k);
    BoundedCounter bounded = new BoundedCounter(counter, bytes(16_000, 3));
    new RandomActivations(new Random(seed), 10, 3).feed(counter, bounded::check);
    counter.settle(new FoldedContexts(k));
    PathForest whole = PathForestBuilder.build(counter, k);
    for (int rows : new int[] {whole.size(), whole.size() - whole.rootCount()}) {
      PathForest fitting =
          PathForestBuilder.build(counter, k, new ConversionLimits(rows, Long.MAX_VALUE));
      assertEquals(1, fitting.leastCount());
      assertEquals(GramCounts.of(whole), GramCounts.of(fitting));
    }
  }

  /**
   * If the current contexts of the live activations take too much memory, all activations begin
   * again. The number of these restarts is reported.
   */
  @Property(tries = 40)
  void manyLiveActivationsMayRestart(
      @ForAll @IntRange(min = 3, max = 8) int k,
      @ForAll @IntRange(min = 100, max = 300) int activations,
      @ForAll long seed) {
    SequenceCounter counter = new ContextAutomaton(k);
    BoundedCounter bounded = new BoundedCounter(counter, bytes(16_000, activations));
    RandomActivations stream = new RandomActivations(new Random(seed), 6, activations);
    stream.feed(counter, bounded::check);
    LowerBounds.check(stream.grams(k), counter, k, ConversionLimits.NONE);
  }

  @Test
  void aTinyMemoryCausesFoldsAndRestarts() {
    SequenceCounter counter = new ContextAutomaton(6);
    BoundedCounter bounded = new BoundedCounter(counter, bytes(14_000, 120));
    new RandomActivations(new Random(1), 6, 200).feed(counter, bounded::check);
    assertTrue(counter.foldLog().folds() > 3, "folds: " + counter.foldLog().folds());
    assertTrue(counter.foldLog().restarts() > 0);
    assertTrue(counter.foldLog().foldedNodes() > 500);
    assertTrue(bounded.refusals > 3);
    FoldedContexts contexts = new FoldedContexts(6);
    counter.settle(contexts);
    assertTrue(contexts.error(1, 6) > 0);
  }

  /** Folding hardly changes the counts of a loop that is rarely left. */
  @Test
  void hotContextsAreKept() {
    int k = 8;
    SequenceCounter counter = new ContextAutomaton(k);
    BoundedCounter bounded = new BoundedCounter(counter, 64_000);
    ActivationStates states = new ActivationStates();
    Random random = new Random(3);
    long rounds = 0;
    for (int activation = 0; activation < 300; activation++) {
      int state = states.create();
      for (int round = 0; round < 200; round++) {
        counter.feed(new int[] {1, 2, 2, 3}, 0, 4, 24, states.fields(), state);
        rounds++;
      }
      int[] cold = random.ints(100, 4, 24).toArray();
      counter.feed(cold, 0, cold.length, 24, states.fields(), state);
      states.release(state);
      bounded.check();
    }
    assertTrue(counter.foldLog().folds() > 0);
    FoldedContexts contexts = new FoldedContexts(k);
    counter.settle(contexts);
    Map<List<Integer>, Long> found = GramCounts.of(PathForestBuilder.build(counter, k));
    long hot = found.get(List.of(2, 3, 1, 2, 2, 3));
    assertTrue(hot <= rounds - 300 && hot >= 0.99 * (rounds - 300), hot + " of " + (rounds - 300));
    assertTrue(contexts.error(3, 6) < 0.01 * rounds, "error " + contexts.error(3, 6));
    assertTrue(contexts.error(9, 2) < contexts.error(9, 8));
  }

  /**
   * Returns a memory size in bytes: a third of {@code ofSequences}, plus what the empty tables and
   * the contexts of the live activations take. {@code ofSequences} must not be too small, because
   * folding may leave 16 contexts and 16 transitions, however small the memory is.
   */
  private static int bytes(int ofSequences, int activations) {
    return ofSequences / 3 + BYTES_PER_ACTIVATION * activations + EMPTY_BYTES;
  }

  private static final class BoundedCounter implements CountingMemory {
    private final SequenceCounter counter;
    private final long memoryBytes;
    private int refusals;

    BoundedCounter(SequenceCounter counter, long memoryBytes) {
      this.counter = counter;
      this.memoryBytes = memoryBytes;
      counter.setMemory(this);
    }

    @Override
    public boolean mayGrow(SequenceCounter asking, long moreBytes) {
      assertTrue(asking == counter && moreBytes >= 0);
      boolean granted = counter.bytes() + moreBytes <= memoryBytes;
      refusals += granted ? 0 : 1;
      return granted;
    }

    void check() {
      assertTrue(counter.bytes() <= memoryBytes, counter.bytes() + " bytes of " + memoryBytes);
    }
  }
}
