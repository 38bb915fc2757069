package org.kpathjvm.engine.counting;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.kpathjvm.engine.ipf.PathForest;
import org.kpathjvm.engine.ipf.PathForestBuilder;
import org.kpathjvm.engine.ksf.ForestOptions;
import org.kpathjvm.engine.ksf.SlabForest;
import org.kpathjvm.engine.segment.ProfileOptions.Engine;

/** Tests properties that every engine has. */
class SequenceCounterTest {
  @Provide
  Arbitrary<Integer> lengths() {
    return Arbitraries.integers().between(2, 17).map(length -> length == 17 ? 64 : length);
  }

  @Property(tries = 100)
  void countsAgreeWithBruteForce(
      @ForAll("lengths") int k,
      @ForAll Engine engine,
      @ForAll @IntRange(min = 1, max = 40) int alphabet,
      @ForAll @IntRange(min = 1, max = 8) int activations,
      @ForAll long seed) {
    RandomActivations stream = new RandomActivations(new Random(seed), alphabet, activations);
    SequenceCounter counter = engine.newCounter(k);
    stream.feed(counter, () -> {});
    assertEquals(stream.grams(k), GramCounts.of(PathForestBuilder.build(counter, k)));
  }

  /** The textbook engine is the k-slab forest as in Fig. 6 of the k-BLPP paper. */
  @Property(tries = 100)
  void rowsEqualThoseOfTheTextbookEngine(
      @ForAll("lengths") int k, @ForAll Engine engine, @ForAll long seed) {
    SequenceCounter counter = engine.newCounter(k);
    new RandomActivations(new Random(seed), 12, 3).feed(counter, () -> {});
    SlabForest textbook = new SlabForest(new ForestOptions(k, false));
    new RandomActivations(new Random(seed), 12, 3).feed(textbook, () -> {});
    assertArrayEquals(
        rows(PathForestBuilder.build(textbook, k)), rows(PathForestBuilder.build(counter, k)));
  }

  private static long[] rows(PathForest forest) {
    return IntStream.range(0, forest.size())
        .boxed()
        .flatMap(
            row ->
                List.of((long) forest.path(row), (long) forest.depth(row), forest.count(row))
                    .stream())
        .mapToLong(Long::longValue)
        .toArray();
  }

  @Property(tries = 12)
  void sumsAgreeWithBruteForce(@ForAll("lengths") int k, @ForAll Engine engine, @ForAll long seed) {
    GramCounts expected = new GramCounts(k);
    SequenceCounter sum = engine.newCounter(k);
    for (int part = 0; part < 3; part++) {
      SequenceCounter counter = part == 0 ? sum : engine.newCounter(k);
      RandomActivations stream = new RandomActivations(new Random(seed + part), 15, 3);
      stream.feed(counter, () -> {});
      stream.sequences().forEach(expected::add);
      if (part > 0) {
        sum.addAll(counter);
      }
    }
    assertEquals(expected.counts(), GramCounts.of(PathForestBuilder.build(sum, k)));
  }

  @Tag("slow")
  @Property(tries = 50)
  void manySumsAgreeWithBruteForce(
      @ForAll("lengths") int k, @ForAll Engine engine, @ForAll long seed) {
    sumsAgreeWithBruteForce(k, engine, seed);
  }

  @Property(tries = 200)
  void feedingPathsOneByOneGivesTheSameFigures(
      @ForAll("lengths") int k,
      @ForAll Engine engine,
      @ForAll @IntRange(min = 1, max = 20) int alphabet,
      @ForAll long seed) {
    Random random = new Random(seed);
    SequenceCounter whole = engine.newCounter(k);
    SequenceCounter steps = engine.newCounter(k);
    ActivationStates wholeStates = new ActivationStates();
    ActivationStates stepStates = new ActivationStates();
    int state = wholeStates.create();
    stepStates.create();
    for (int piece = 0; piece < 60; piece++) {
      int[] words = new int[random.nextBoolean() ? 1 + random.nextInt(3) : 1 + random.nextInt(200)];
      Arrays.fill(words, 1 + random.nextInt(alphabet));
      whole.feed(words, 0, words.length, alphabet, wholeStates.fields(), state);
      for (int at = 0; at < words.length; at++) {
        steps.feed(words, at, at + 1, alphabet, stepStates.fields(), state);
      }
    }
    assertArrayEquals(stepStates.fields(), wholeStates.fields());
    assertEquals(steps.figures(), whole.figures());
  }

  @ParameterizedTest
  @EnumSource
  void feedingStopsAfterAnActivationAndBeforeAnInvalidId(Engine engine) {
    SequenceCounter counter = engine.newCounter(4);
    ActivationStates states = new ActivationStates();
    int state = states.create();
    int[] words = {1, 2, 9, 3, -2, 1, Integer.MIN_VALUE};
    assertEquals(2, counter.feed(words, 0, 7, 8, states.fields(), state));
    assertEquals(2, counter.feed(words, 2, 7, 8, states.fields(), state));
    assertEquals(5, counter.feed(words, 3, 7, 8, states.fields(), state));
    assertEquals(6, counter.feed(words, 5, 7, 8, states.fields(), states.create()));
    assertEquals(6, counter.feed(words, 6, 7, 8, states.fields(), state));
    assertEquals(
        Map.of(List.of(1), 2L, List.of(2), 2L, List.of(3), 1L),
        GramCounts.of(PathForestBuilder.build(counter, 1)));
  }

  @ParameterizedTest
  @EnumSource
  void countsMayExceed32Bits(Engine engine) {
    SequenceCounter sum = engine.newCounter(3);
    for (int round = 0; round < 34; round++) {
      SequenceCounter counter = engine.newCounter(3);
      ActivationStates states = new ActivationStates();
      int[] words = {1, 2, 1, 3, 1, 2};
      counter.feed(words, 0, 6, 3, states.fields(), states.create());
      if (round > 0) {
        // The new counter gets twice the counts of the old sum, in addition to its own.
        counter.addAll(sum);
        counter.addAll(sum);
      }
      sum = counter;
    }
    long rounds = (1L << 34) - 1;
    var found = GramCounts.of(PathForestBuilder.build(sum, 3));
    assertEquals(3 * rounds, found.get(List.of(1)));
    assertEquals(2 * rounds, found.get(List.of(1, 2)));
    assertEquals(rounds, found.get(List.of(1, 3, 1)));
    assertEquals(rounds, found.get(List.of(3, 1, 2)));
  }

  @ParameterizedTest
  @EnumSource
  void kMustBeAtLeastTwo(Engine engine) {
    assertThrows(IllegalArgumentException.class, () -> engine.newCounter(1));
  }
}
