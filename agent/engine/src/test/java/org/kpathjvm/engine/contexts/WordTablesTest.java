package org.kpathjvm.engine.contexts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.kpathjvm.engine.counting.ActivationStates;
import org.kpathjvm.engine.counting.FoldedContexts;
import org.kpathjvm.engine.counting.GramCounts;
import org.kpathjvm.engine.counting.RandomWords;
import org.kpathjvm.engine.ipf.PathForestBuilder;

/**
 * Checks the counts of words against brute force: one counter's exact counts, the sums of several
 * counters, and the lower bounds that a counter with a tiny memory finds.
 */
class WordTablesTest {
  @Provide
  Arbitrary<Integer> lengths() {
    return Arbitraries.integers().between(2, 17).map(length -> length == 17 ? 64 : length);
  }

  @Property(tries = 200)
  void countsAgreeWithBruteForce(
      @ForAll("lengths") int k,
      @ForAll @IntRange(min = 1, max = 23) int mostBits,
      @ForAll boolean pathByPath,
      @ForAll Gathering gathering,
      @ForAll long seed) {
    ContextAutomaton automaton = gathering.automaton(k);
    RandomWords stream = new RandomWords(new Random(seed), mostBits, pathByPath);
    stream.feed(
        automaton, new ActivationStates(), 80, () -> assertTrue(automaton.words.bytesAreRight()));
    check(automaton, k, stream);
  }

  /** The streams are long enough for words to be divided. */
  @Property(tries = 20)
  void countsOfDividedWordsAgreeWithBruteForce(
      @ForAll @IntRange(min = 2, max = 6) int k, @ForAll Gathering gathering, @ForAll long seed) {
    ContextAutomaton automaton = gathering.automaton(k);
    RandomWords stream = new RandomWords(new Random(seed), 4, false);
    stream.feed(automaton, new ActivationStates(), 4000, () -> {});
    check(automaton, k, stream);
  }

  @Property(tries = 80)
  void sumsAgreeWithBruteForce(
      @ForAll @IntRange(min = 2, max = 16) int k,
      @ForAll @IntRange(min = 1, max = 9) int mostBits,
      @ForAll Gathering gathering,
      @ForAll long seed) {
    ContextAutomaton sum = gathering.automaton(k);
    GramCounts expected = new GramCounts(k);
    for (int part = 0; part < 3; part++) {
      ContextAutomaton automaton = gathering.automaton(k);
      // Two of the parts have the same methods. A method of the third part may have the same first
      // id as one of these methods, but another number of bits.
      RandomWords stream = new RandomWords(new Random(seed + part / 2), mostBits, part == 1);
      stream.feed(automaton, new ActivationStates(), 60, () -> {});
      stream.addTo(expected);
      sum.addAll(automaton);
    }
    assertEquals(expected.counts(), grams(sum, k));
  }

  @Property(tries = 80)
  void everyCountIsWithinItsErrorBound(
      @ForAll @IntRange(min = 2, max = 9) int k,
      @ForAll @IntRange(min = 1, max = 8) int mostBits,
      @ForAll @IntRange(min = 12_000, max = 40_000) int memoryBytes,
      @ForAll boolean pathByPath,
      @ForAll Gathering gathering,
      @ForAll long seed) {
    ContextAutomaton automaton = gathering.automaton(k);
    automaton.setMemory((asking, more) -> asking.bytes() + more <= memoryBytes);
    RandomWords stream = new RandomWords(new Random(seed), mostBits, pathByPath);
    stream.feed(automaton, new ActivationStates(), 400, () -> {});
    FoldedContexts contexts = new FoldedContexts(k);
    automaton.settle(contexts);
    long restarts = automaton.foldLog().restarts();
    GramCounts expected = new GramCounts(k);
    stream.addTo(expected);
    Map<List<Integer>, Long> found = grams(automaton, k);
    found.forEach((gram, count) -> assertTrue(count <= expected.counts().getOrDefault(gram, 0L)));
    expected
        .counts()
        .forEach(
            (gram, count) -> {
              int n = gram.size();
              long error = contexts.error(gram.get(n - 1), n) + (n - 1) * restarts;
              long lower = found.getOrDefault(gram, 0L);
              assertTrue(count <= lower + error, gram + ": " + count + ", " + lower);
              assertTrue(n > 1 || count == lower, gram + ": " + count + ", " + lower);
            });
  }

  @Test
  void aFullMemoryCausesFolding() {
    ContextAutomaton automaton = new ContextAutomaton(8);
    automaton.setMemory((asking, more) -> asking.bytes() + more <= 30_000);
    RandomWords stream = new RandomWords(new Random(1), 8, true);
    stream.feed(
        automaton,
        new ActivationStates(),
        3000,
        () -> assertTrue(automaton.bytes() <= 60_000, automaton.bytes() + " bytes"));
    assertTrue(automaton.foldLog().folds() > 3, automaton.foldLog().folds() + " folds");
  }

  /** Many activations are under way at once, and most of them have a pending word. */
  @Test
  void liveActivationsTakeNoExtraMemory() {
    ContextAutomaton automaton = Gathering.ALWAYS.automaton(64);
    ActivationStates states = new ActivationStates();
    Random random = new Random(1);
    int[] activations = new int[50_000];
    for (int number = 0; number < activations.length; number++) {
      activations[number] = states.create();
      automaton.feedWord(5, 1, 63, number % 7, states.fields(), activations[number]);
    }
    for (int word = 0; word < 50_000; word++) {
      int state = activations[random.nextInt(activations.length)];
      automaton.feedWord(5, 1, 63, 1, states.fields(), state);
    }
    assertTrue(automaton.bytes() < 100_000, automaton.bytes() + " bytes");
  }

  /** A word and a single path take turns, so no word stays pending. */
  @Test
  void gatheringWordsAmongSinglePathsAddsNoEntries() {
    ContextAutomaton automaton = Gathering.ALWAYS.automaton(4);
    ContextAutomaton other = Gathering.NEVER.automaton(4);
    for (ContextAutomaton one : List.of(automaton, other)) {
      ActivationStates states = new ActivationStates();
      int state = states.create();
      Random random = new Random(1);
      for (int round = 0; round < 5_000; round++) {
        one.feedWord(64, 6, 10, random.nextLong() & (1L << 60) - 1, states.fields(), state);
        int[] path = {64 + random.nextInt(64)};
        one.feed(path, 0, 1, 200, states.fields(), state);
      }
    }
    assertEquals(grams(other, 4), grams(automaton, 4));
    assertEquals(other.size(), automaton.size());
  }

  /**
   * A word occurs 1000 times in an activation. One entry counts its first occurrence, which has no
   * history. A second entry counts all later occurrences.
   */
  @Test
  void aRepeatedWordTakesTwoEntries() {
    ContextAutomaton automaton = new ContextAutomaton(4);
    ActivationStates states = new ActivationStates();
    int state = states.create();
    for (int round = 0; round < 1000; round++) {
      automaton.feedWord(5, 1, 63, 0, states.fields(), state);
    }
    assertEquals(2, automaton.size());
    Map<List<Integer>, Long> expected = new HashMap<>();
    expected.put(List.of(5), 63_000L);
    expected.put(List.of(5, 5), 62_999L);
    expected.put(List.of(5, 5, 5), 62_998L);
    expected.put(List.of(5, 5, 5, 5), 62_997L);
    assertEquals(expected, grams(automaton, 4));
  }

  /**
   * Three paths come at random, and a fourth one now and then. A word hardly ever recurs with the
   * same history, so the words are divided into single paths. The last word of an activation may be
   * short.
   */
  @Test
  void pathsInRandomOrderAreCounted() {
    int k = 8;
    ContextAutomaton automaton = new ContextAutomaton(k);
    ActivationStates states = new ActivationStates();
    GramCounts expected = new GramCounts(k);
    Random random = new Random(5);
    for (int activation = 0; activation < 40; activation++) {
      int state = states.create();
      List<Integer> ids = new ArrayList<>();
      for (int word = activation == 0 ? 14_000 : random.nextInt(40); word >= 0; word--) {
        int count = word > 0 ? 7 : 1 + random.nextInt(7);
        long paths = 0;
        for (int path = 0; path < count; path++) {
          int next = random.nextInt(1000) == 0 ? 50 : random.nextInt(3);
          paths = paths << 8 | next;
          ids.add(9 + next);
        }
        automaton.feedWord(9, 8, count, paths, states.fields(), state);
      }
      expected.add(ids);
    }
    assertEquals(1, automaton.words.table(9, 8).longest);
    assertTrue(automaton.words.bytesAreRight());
    assertEquals(expected.counts(), grams(automaton, k));
  }

  private static void check(ContextAutomaton automaton, int k, RandomWords stream) {
    GramCounts expected = new GramCounts(k);
    stream.addTo(expected);
    assertEquals(expected.counts(), grams(automaton, k), stream::toString);
  }

  private static Map<List<Integer>, Long> grams(ContextAutomaton automaton, int k) {
    return GramCounts.of(PathForestBuilder.build(automaton, k));
  }
}
