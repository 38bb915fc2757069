package org.kpathjvm.engine.contexts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.kpathjvm.engine.counting.ActivationStates;
import org.kpathjvm.engine.counting.GramCounts;
import org.kpathjvm.engine.ipf.PathForestBuilder;
import org.kpathjvm.runtime.layout.StreamFormat;

/** Tests the counts of paths that come one by one. */
class LoosePathsTest {
  private static final int MAX_ID = StreamFormat.MAX_ID;

  /**
   * Methods have random ids. Some activations end with a path that is marked as the last one, some
   * are closed, and some are still under way at the end.
   */
  @Property(tries = 150)
  void countsAgreeWithBruteForce(
      @ForAll @IntRange(min = 2, max = 20) int k,
      @ForAll @IntRange(min = 1, max = 28) int mostBits,
      @ForAll long seed) {
    Random random = new Random(seed);
    ContextAutomaton counter = new ContextAutomaton(k);
    ActivationStates states = new ActivationStates();
    GramCounts expected = new GramCounts(k);
    int[] firstIds = new int[5];
    int[] counts = new int[5];
    for (int method = 0; method < 5; method++) {
      counts[method] = 1 + random.nextInt(1 << random.nextInt(mostBits));
      firstIds[method] = 1 + random.nextInt(MAX_ID - counts[method]);
    }
    for (int round = 0; round < 60; round++) {
      int[] state = {states.create(), states.create()};
      List<List<Integer>> sequences = List.of(new ArrayList<>(), new ArrayList<>());
      int method = random.nextInt(5);
      for (int piece = random.nextInt(12); piece >= 0; piece--) {
        int who = random.nextInt(2);
        int[] ids = new int[1 + random.nextInt(20)];
        for (int at = 0; at < ids.length; at++) {
          ids[at] = firstIds[method] + random.nextInt(counts[method]) / (1 + random.nextInt(9));
          sequences.get(who).add(ids[at]);
        }
        boolean last = piece == 0 && random.nextBoolean();
        ids[ids.length - 1] *= last ? -1 : 1;
        assertEquals(
            ids.length, counter.feed(ids, 0, ids.length, MAX_ID, states.fields(), state[who]));
      }
      sequences.forEach(expected::add);
      if (round < 55) {
        states.release(state[0]);
        states.release(state[1]);
      }
    }
    assertEquals(expected.counts(), GramCounts.of(PathForestBuilder.build(counter, k)));
  }

  /**
   * When an activation is closed, some of its paths may not be counted yet. They must not become
   * part of the next activation that gets the same state.
   */
  @Test
  void pathsOfAClosedActivationAreNotJoinedToTheNextOne() {
    ContextAutomaton counter = new ContextAutomaton(3);
    ActivationStates states = new ActivationStates();
    int state = states.create();
    counter.feed(new int[] {5, 6}, 0, 2, 100, states.fields(), state);
    states.release(state);
    assertEquals(state, states.create());
    counter.feedWord(70, 2, 2, 0b01_10, states.fields(), state);
    counter.feed(new int[] {72, 300}, 0, 2, 1000, states.fields(), state);
    counter.feedWord(70, 2, 1, 0b11, states.fields(), state);
    GramCounts expected = new GramCounts(3);
    expected.add(List.of(5, 6));
    expected.add(List.of(71, 72, 72, 300, 73));
    assertEquals(expected.counts(), GramCounts.of(PathForestBuilder.build(counter, 3)));
  }

  /**
   * Every ten paths become the same word. One entry counts the word's first occurrence, which no
   * paths precede. A second entry counts all later occurrences.
   */
  @Test
  void loosePathsAreJoinedIntoWords() {
    ContextAutomaton counter = new ContextAutomaton(4);
    ActivationStates states = new ActivationStates();
    int state = states.create();
    int[] ids = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3};
    for (int round = 0; round < 1000; round++) {
      counter.feed(ids, 0, 10, 50, states.fields(), state);
    }
    assertEquals(2, counter.size());
    assertEquals(999L, GramCounts.of(PathForestBuilder.build(counter, 4)).get(List.of(3, 3, 1, 4)));
  }

  /** The run comes after a single path, or after another method's word. */
  @Property(tries = 40)
  void aLongRunTakesFewEntries(
      @ForAll @IntRange(min = 2, max = 20) int k,
      @ForAll @IntRange(min = 1, max = 31) int bits,
      @ForAll boolean single) {
    ContextAutomaton counter = new ContextAutomaton(k);
    ActivationStates states = new ActivationStates();
    int state = states.create();
    if (single) {
      counter.feed(new int[] {5}, 0, 1, 100, states.fields(), state);
    } else {
      counter.feedWord(5, 2, 1, 0, states.fields(), state);
    }
    counter.feedRun(300, bits, 1, Integer.MAX_VALUE, states.fields(), state);
    counter.feed(new int[] {7}, 0, 1, 100, states.fields(), state);
    assertTrue(counter.size() <= k + 6, () -> counter.size() + " entries");
    Map<List<Integer>, Long> grams = GramCounts.of(PathForestBuilder.build(counter, k));
    for (int n = 1; n <= k; n++) {
      assertEquals(Integer.MAX_VALUE - n + 1L, grams.get(Collections.nCopies(n, 301)));
      List<Integer> ends = new ArrayList<>(Collections.nCopies(n, 301));
      ends.set(n - 1, 7);
      assertEquals(1L, grams.get(ends));
      ends.set(n - 1, 301);
      ends.set(0, n == 1 ? 7 : 5);
      assertEquals(1L, grams.get(ends));
    }
  }

  /**
   * The method's ids lie in two blocks of 64 ids. The method's activations soon begin in one table
   * for both blocks.
   */
  @Test
  void aMethodAcrossBlocksHasOneTable() {
    ContextAutomaton counter = new ContextAutomaton(4);
    ActivationStates states = new ActivationStates();
    int[] ids = {62, 63, 64, 65, 62, 63, 64, -65};
    for (int round = 0; round < 1000; round++) {
      int state = states.create();
      counter.feed(ids, 0, 8, 100, states.fields(), state);
      states.release(state);
    }
    assertTrue(counter.size() < 8, counter.size() + " entries");
    Map<List<Integer>, Long> grams = GramCounts.of(PathForestBuilder.build(counter, 4));
    assertEquals(2000L, grams.get(List.of(62, 63, 64, 65)));
    assertEquals(1000L, grams.get(List.of(65, 62, 63, 64)));
  }

  /**
   * Single paths of another method come between a method's words. As soon as such a path is out of
   * the history, each word of 31 paths is one entry again.
   */
  @Property(tries = 40)
  void afterASinglePathWordsReturnToTheirMethodsTable(
      @ForAll @IntRange(min = 2, max = 20) int k, @ForAll long seed) {
    ContextAutomaton counter = new ContextAutomaton(k);
    ActivationStates states = new ActivationStates();
    int state = states.create();
    long paths = new Random(seed).nextLong() & (1L << 62) - 1;
    List<Integer> ids = new ArrayList<>();
    for (int round = 0; round < 100; round++) {
      if (round % 50 == 0) {
        counter.feed(new int[] {900}, 0, 1, 1000, states.fields(), state);
        ids.add(900);
      }
      counter.feedWord(70, 2, 31, paths, states.fields(), state);
      for (int bit = 60; bit >= 0; bit -= 2) {
        ids.add(70 + (int) (paths >>> bit & 3));
      }
    }
    // After the single path, the activation's position is in a table for 1024 ids, in which a word
    // has at most six paths. In the method's own table, a word has 31 paths.
    assertTrue(counter.size() <= 24, () -> counter.size() + " entries");
    GramCounts expected = new GramCounts(k);
    expected.add(ids);
    assertEquals(expected.counts(), GramCounts.of(PathForestBuilder.build(counter, k)));
  }
}
