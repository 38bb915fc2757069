package org.kpathjvm.engine.ksf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.kpathjvm.engine.ipf.ConversionLimits;
import org.kpathjvm.engine.ipf.PathForest;
import org.kpathjvm.engine.ipf.PathForestBuilder;

/** Forests with a tiny budget, against brute force: every n-gram is within its stated error. */
class FoldingPropertyTest {
  @Property(tries = 160)
  void everyCountIsWithinItsError(
      @ForAll @IntRange(min = 2, max = 9) int k,
      @ForAll boolean moveToFront,
      @ForAll boolean childIndex,
      @ForAll @IntRange(min = 1, max = 30) int alphabet,
      @ForAll @IntRange(min = 1, max = 4) int activations,
      @ForAll @IntRange(min = 24_000, max = 60_000) int budget,
      @ForAll long seed) {
    SlabForest forest = new SlabForest(new ForestOptions(k, moveToFront, childIndex));
    BoundedForest bounded = new BoundedForest(forest, budget);
    RandomActivations stream = new RandomActivations(new Random(seed), alphabet, activations);
    stream.feed(forest, bounded::check);
    check(stream.grams(k), forest, k, ConversionLimits.NONE);
  }

  @Property(tries = 80)
  void sumsOfForests(
      @ForAll @IntRange(min = 2, max = 7) int k,
      @ForAll @IntRange(min = 2, max = 12) int alphabet,
      @ForAll @IntRange(min = 12_000, max = 30_000) int budget,
      @ForAll long seed) {
    GramCounts expected = new GramCounts(k);
    SlabForest sum = null;
    for (int part = 0; part < 3; part++) {
      SlabForest forest = new SlabForest(new ForestOptions(k, part == 0, part != 1));
      BoundedForest bounded = new BoundedForest(forest, budget);
      RandomActivations stream = new RandomActivations(new Random(seed + part), alphabet, 2);
      stream.feed(forest, bounded::check);
      stream.sequences().forEach(expected::add);
      if (sum == null) {
        sum = forest;
      } else {
        sum.addAll(forest);
      }
    }
    check(expected.counts(), sum, k, ConversionLimits.NONE);
  }

  /** The rarest n-grams are left out of the k-IPF, of exact forests and of folded ones. */
  @Property(tries = 80)
  void conversionsWithLimits(
      @ForAll @IntRange(min = 2, max = 7) int k,
      @ForAll boolean folded,
      @ForAll @IntRange(min = 40, max = 400) int rows,
      @ForAll long seed) {
    SlabForest forest = new SlabForest(new ForestOptions(k, false, true));
    BoundedForest bounded = new BoundedForest(forest, folded ? 16_000 : Integer.MAX_VALUE);
    RandomActivations stream = new RandomActivations(new Random(seed), 10, 3);
    stream.feed(forest, bounded::check);
    PathForest result =
        check(stream.grams(k), forest, k, new ConversionLimits(rows, Integer.MAX_VALUE - 64));
    assertTrue(result.size() <= rows + result.rootCount());
  }

  /** Many activations under way: those that stand on too many nodes begin anew, which is told. */
  @Property(tries = 40)
  void manyActivationsUnderWay(
      @ForAll @IntRange(min = 3, max = 8) int k,
      @ForAll @IntRange(min = 100, max = 300) int activations,
      @ForAll long seed) {
    SlabForest forest = new SlabForest(new ForestOptions(k, false, true));
    BoundedForest bounded = new BoundedForest(forest, 14_000);
    RandomActivations stream = new RandomActivations(new Random(seed), 6, activations);
    stream.feed(forest, bounded::check);
    check(stream.grams(k), forest, k, ConversionLimits.NONE);
  }

  @Example
  void everythingAboveReallyHappens() {
    SlabForest forest = new SlabForest(new ForestOptions(6, false, true));
    BoundedForest bounded = new BoundedForest(forest, 14_000);
    new RandomActivations(new Random(1), 6, 200).feed(forest, bounded::check);
    assertTrue(forest.foldLog().folds() > 3, "folds: " + forest.foldLog().folds());
    assertTrue(forest.foldLog().restarts() > 0);
    assertTrue(forest.foldLog().foldedNodes() > 500);
    assertTrue(bounded.refusals > 3);
    assertTrue(forest.settle(6).error(1, 6) > 0);
  }

  /** What is hot stays: the counts of a loop with a rare way out of it are hardly touched. */
  @Example
  void hotContextsStay() {
    int k = 8;
    SlabForest forest = new SlabForest(new ForestOptions(k, false, true));
    BoundedForest bounded = new BoundedForest(forest, 64_000);
    ActivationStates states = new ActivationStates();
    Random random = new Random(3);
    long rounds = 0;
    for (int activation = 0; activation < 300; activation++) {
      int state = states.create();
      for (int round = 0; round < 200; round++) {
        forest.feed(new int[] {1, 2, 2, 3}, 0, 4, 24, states.fields(), state);
        rounds++;
      }
      int[] cold = random.ints(100, 4, 24).toArray();
      forest.feed(cold, 0, cold.length, 24, states.fields(), state);
      states.release(state);
      bounded.check();
    }
    assertTrue(forest.foldLog().folds() > 0);
    FoldedContexts contexts = forest.settle(k);
    Map<List<Integer>, Long> found = GramCounts.of(PathForestBuilder.build(forest, k));
    long hot = found.get(List.of(2, 3, 1, 2, 2, 3));
    assertTrue(hot <= rounds - 300 && hot >= 0.99 * (rounds - 300), hot + " of " + (rounds - 300));
    assertTrue(contexts.error(3, 6) < 0.01 * rounds, "error " + contexts.error(3, 6));
    assertTrue(contexts.error(9, 2) < contexts.error(9, 8));
  }

  /**
   * Asserts for all n-grams, those without a node as well: count <= truth <= count + error, and
   * equality for single paths.
   */
  private static PathForest check(
      Map<List<Integer>, Long> truth, SlabForest forest, int k, ConversionLimits limits) {
    long restarts = forest.foldLog().restarts();
    FoldedContexts contexts = forest.settle(k);
    PathForest result = PathForestBuilder.build(forest, k, limits);
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
    if (forest.foldLog().isEmpty() && result.leastCount() == 1) {
      assertEquals(truth, found);
    }
    checkProperty1(found);
    return result;
  }

  /** A count is at least that of its children together. */
  private static void checkProperty1(Map<List<Integer>, Long> found) {
    Map<List<Integer>, Long> childSums = new HashMap<>();
    found.forEach(
        (gram, count) -> childSums.merge(gram.subList(0, gram.size() - 1), count, Long::sum));
    childSums.remove(List.of());
    childSums.forEach((gram, sum) -> assertTrue(found.get(gram) >= sum, gram.toString()));
  }

  /** A budget for one forest, and whether it keeps to it. */
  private static final class BoundedForest implements ForestMemory {
    private final SlabForest forest;
    private final long budget;
    private int refusals;

    BoundedForest(SlabForest forest, long budget) {
      this.forest = forest;
      this.budget = budget;
      forest.setMemory(this);
    }

    @Override
    public boolean mayGrow(SlabForest asking, long moreBytes) {
      assertTrue(asking == forest && moreBytes >= 0);
      boolean granted = forest.bytes() + moreBytes <= budget;
      refusals += granted ? 0 : 1;
      return granted;
    }

    void check() {
      assertTrue(forest.bytes() <= budget, forest.bytes() + " bytes of " + budget);
    }
  }

  /**
   * Activations that take turns, with one path many times in a row; what they would count is known.
   */
  private static final class RandomActivations {
    private final Random random;
    private final int alphabet;
    private final List<List<Integer>> sequences = new ArrayList<>();
    private final List<List<Integer>> current = new ArrayList<>();

    RandomActivations(Random random, int alphabet, int activations) {
      this.random = random;
      this.alphabet = alphabet;
      for (int activation = 0; activation < activations; activation++) {
        begin(current.size());
      }
    }

    private void begin(int activation) {
      List<Integer> sequence = new ArrayList<>();
      sequences.add(sequence);
      if (activation == current.size()) {
        current.add(sequence);
      } else {
        current.set(activation, sequence);
      }
    }

    void feed(SlabForest forest, Runnable afterEach) {
      ActivationStates states = new ActivationStates();
      int[] stateOf = current.stream().mapToInt(sequence -> states.create()).toArray();
      for (int piece = 0; piece < 60; piece++) {
        int activation = random.nextInt(current.size());
        List<Integer> sequence = current.get(activation);
        if (random.nextInt(6) == 0) {
          int[] words = new int[1 + random.nextInt(60)];
          Arrays.fill(words, id(1));
          forest.feed(words, 0, words.length, alphabet, states.fields(), stateOf[activation]);
          for (int id : words) {
            sequence.add(id);
          }
        } else {
          boolean ends = random.nextInt(4) == 0;
          int[] words = words(1 + random.nextInt(120), ends, sequence);
          int end =
              forest.feed(words, 0, words.length, alphabet, states.fields(), stateOf[activation]);
          assertEquals(words.length - (ends ? 1 : 0), end);
          if (ends) {
            states.release(stateOf[activation]);
            begin(activation);
            stateOf[activation] = states.create();
          }
        }
        afterEach.run();
      }
    }

    /** Paths of a sequence; if it ends, the last is negated and one more word is behind it. */
    private int[] words(int length, boolean ends, List<Integer> sequence) {
      int[] words = new int[length + (ends ? 1 : 0)];
      int previous = id(1);
      for (int at = 0; at < length; at++) {
        previous = id(previous);
        words[at] = previous;
        sequence.add(previous);
      }
      if (ends) {
        words[length - 1] = -previous;
        words[length] = 1;
      }
      return words;
    }

    private int id(int previous) {
      return random.nextInt(3) == 0
          ? previous
          : 1 + Math.min(random.nextInt(alphabet), random.nextInt(alphabet));
    }

    List<List<Integer>> sequences() {
      return sequences;
    }

    Map<List<Integer>, Long> grams(int k) {
      GramCounts grams = new GramCounts(k);
      sequences.forEach(grams::add);
      return grams.counts();
    }
  }
}
