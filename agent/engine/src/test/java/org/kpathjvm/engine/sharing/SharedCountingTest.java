package org.kpathjvm.engine.sharing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.kpathjvm.engine.contexts.ContextAutomaton;
import org.kpathjvm.engine.contexts.Gathering;
import org.kpathjvm.engine.counting.ActivationStates;
import org.kpathjvm.engine.counting.CounterSum;
import org.kpathjvm.engine.counting.FoldedContexts;
import org.kpathjvm.engine.counting.GramCounts;
import org.kpathjvm.engine.counting.LowerBounds;
import org.kpathjvm.engine.counting.RandomWords;
import org.kpathjvm.engine.counting.SequenceCounter;
import org.kpathjvm.engine.ipf.ConversionLimits;
import org.kpathjvm.engine.ipf.PathForestBuilder;

/**
 * Tests counting by several threads. However the work is divided among the threads, the sums of
 * their counts must equal the counts that a single thread would get.
 */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class SharedCountingTest {
  /**
   * One thread counts the first words, and several threads count the rest. If {@code mayMove} is
   * true, a method is moved to another thread now and then.
   */
  @Property(tries = 150)
  void sumsOfPartsAgreeWithBruteForce(
      @ForAll @IntRange(min = 2, max = 17) int k,
      @ForAll @IntRange(min = 2, max = 4) int threads,
      @ForAll @IntRange(min = 1, max = 18) int mostBits,
      @ForAll boolean pathByPath,
      @ForAll @IntRange(min = 0, max = 60) int before,
      @ForAll boolean mayMove,
      @ForAll Gathering gathering,
      @ForAll long seed) {
    RandomWords stream = new RandomWords(new Random(seed), mostBits, pathByPath);
    ActivationStates states = new ActivationStates();
    SequenceCounter first = gathering.counter(k);
    stream.feed(first, states, before, () -> {});
    SharedCounting counting = new SharedCounting("test", threads, () -> mayMove);
    SharedProfile profile = share(counting, first, states, () -> gathering.counter(k));
    SharedWords shared = new SharedWords(profile);
    Random random = new Random(seed);
    for (int round = 0; round < 3; round++) {
      stream.feed(
          shared,
          states,
          40,
          () -> {
            if (mayMove && random.nextInt(20) == 0) {
              counting.move(random.nextInt(2), random.nextInt(2));
            }
          });
    }
    counting.finish();
    GramCounts expected = new GramCounts(k);
    stream.addTo(expected);
    SequenceCounter sum = sum(profile);
    sum.settle(new FoldedContexts(k));
    assertEquals(expected.counts(), GramCounts.of(PathForestBuilder.build(sum, k)));
  }

  /**
   * A part has the counts of one thread. If the part runs out of memory, it folds sequences, and
   * reports by how much its counts can be too low.
   */
  @Property(tries = 60)
  void foldedPartsGiveLowerBounds(
      @ForAll @IntRange(min = 2, max = 9) int k,
      @ForAll @IntRange(min = 2, max = 4) int threads,
      @ForAll @IntRange(min = 3_000, max = 20_000) int memoryBytes,
      @ForAll boolean pathByPath,
      @ForAll long seed) {
    RandomWords stream = new RandomWords(new Random(seed), 4, pathByPath);
    ActivationStates states = new ActivationStates();
    SharedCounting counting = new SharedCounting("test", threads, () -> true);
    SharedProfile profile = share(counting, k, new ContextAutomaton(k), states);
    for (CountedPart part : profile.parts()) {
      part.counter().setMemory((asking, more) -> asking.bytes() + more <= memoryBytes);
    }
    stream.feed(new SharedWords(profile), states, 300, () -> {});
    counting.finish();
    GramCounts expected = new GramCounts(k);
    stream.addTo(expected);
    LowerBounds.check(expected.counts(), sum(profile), k, ConversionLimits.NONE);
  }

  @Test
  void aPartWithLittleMemoryFolds() {
    RandomWords stream = new RandomWords(new Random(1), 4, false);
    ActivationStates states = new ActivationStates();
    SharedCounting counting = new SharedCounting("test", 2, () -> true);
    SharedProfile profile = share(counting, 8, new ContextAutomaton(8), states);
    for (CountedPart part : profile.parts()) {
      part.counter().setMemory((asking, more) -> asking.bytes() + more <= 5_000);
    }
    stream.feed(new SharedWords(profile), states, 300, () -> {});
    counting.finish();
    int folds = profile.parts().stream().mapToInt(part -> part.counter().foldLog().folds()).sum();
    assertTrue(folds > 0);
  }

  /**
   * A counting thread that needs larger tables has to wait until the method may move to the other
   * part. Meanwhile, the test hands over more words than all batches hold, so the test's own thread
   * has to wait, too. No word is lost.
   */
  @Test
  void batchesOfOneMethodAreCountedByBothParts() {
    ActivationStates states = new ActivationStates();
    CountDownLatch moved = new CountDownLatch(1);
    SharedCounting counting =
        new SharedCounting(
            "test",
            2,
            () -> {
              moved.countDown();
              return true;
            });
    SharedProfile profile = share(counting, 4, new ContextAutomaton(4), states);
    for (CountedPart part : profile.parts()) {
      part.counter().setMemory((asking, more) -> await(moved));
    }
    int words = 400_000;
    for (int word = 0; word < words; word++) {
      int state = states.create();
      profile.feedWord(1, 8, 3, word & 0xFFFFFF, true, states.fields(), state);
      states.release(state);
    }
    counting.finish();
    for (CountedPart part : profile.parts()) {
      assertTrue(count(part.counter()) > 0);
    }
    assertEquals(3L * words, count(sum(profile)));
  }

  private static boolean await(CountDownLatch latch) {
    try {
      latch.await();
      return true;
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void aFailureOfACountingThreadIsThrownToTheCaller() {
    ActivationStates states = new ActivationStates();
    SharedCounting counting = new SharedCounting("test", 2, () -> true);
    SharedProfile profile = share(counting, 4, new ContextAutomaton(4), states);
    OutOfMemoryError error = new OutOfMemoryError("as if");
    for (CountedPart part : profile.parts()) {
      part.counter()
          .setMemory(
              (asking, more) -> {
                throw error;
              });
    }
    OutOfMemoryError thrown =
        assertThrows(
            OutOfMemoryError.class,
            () -> {
              for (int word = 0; word < 1_000_000; word++) {
                int state = states.create();
                profile.feedWord(1, 8, 3, word, true, states.fields(), state);
                states.release(state);
              }
            });
    assertSame(error, thrown);
    assertSame(error, assertThrows(OutOfMemoryError.class, counting::finish));
    counting.finish();
  }

  /**
   * A counting thread that is interrupted can't count the batches that it gets. The thread that
   * hands the batches over gets an exception and doesn't wait.
   */
  @Test
  void countingFailsIfACountingThreadIsInterrupted() {
    ActivationStates states = new ActivationStates();
    SharedCounting counting = new SharedCounting("interrupted", 2, () -> true);
    SharedProfile profile = share(counting, 4, new ContextAutomaton(4), states);
    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      if (thread.getName().startsWith("interrupted-")) {
        thread.interrupt();
      }
    }
    assertThrows(
        IllegalStateException.class,
        () -> {
          while (true) {
            int state = states.create();
            profile.feedWord(1, 8, 3, 1 << 24, true, states.fields(), state);
            states.release(state);
          }
        });
    assertThrows(IllegalStateException.class, counting::finish);
  }

  private static SharedProfile share(
      SharedCounting counting, int k, SequenceCounter first, ActivationStates states) {
    return share(counting, first, states, () -> new ContextAutomaton(k));
  }

  private static SharedProfile share(
      SharedCounting counting,
      SequenceCounter first,
      ActivationStates states,
      Supplier<SequenceCounter> others) {
    return new SharedProfile(counting, new CountedPart(first, states, () -> 0), others);
  }

  private static SequenceCounter sum(SharedProfile profile) {
    List<SequenceCounter> counters = profile.parts().stream().map(CountedPart::counter).toList();
    return CounterSum.of(counters, Long.MAX_VALUE);
  }

  /** Returns the number of path completions that were counted. */
  private static long count(SequenceCounter counter) {
    return GramCounts.of(PathForestBuilder.build(counter, 1)).values().stream()
        .mapToLong(count -> count)
        .sum();
  }
}
