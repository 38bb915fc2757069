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
import org.kpathjvm.engine.counting.FoldedContexts;
import org.kpathjvm.engine.counting.GramCounts;
import org.kpathjvm.engine.counting.SequenceCounter;
import org.kpathjvm.engine.ipf.PathForestBuilder;

/** Checks counts against brute force, for path runs that come among words and single paths. */
class RunsAmongWordsTest {
  /**
   * The number of bits of a path in tests with wide paths. With so many bits, a word has only two
   * paths, and a run goes through many entries before an entry recurs.
   */
  private static final int WIDE = 30;

  /** The form in which an activation's next paths are fed. */
  private enum Piece {
    RUN,
    WORD,
    SINGLE
  }

  /** Activations of one method, and the counts that they should give. */
  private static final class Stream {
    private final int firstId = 5;
    private final int bits;
    private final Random random;
    private final List<List<Integer>> sequences = new ArrayList<>();

    Stream(Random random, int bits, int activations) {
      this.random = random;
      this.bits = bits;
      for (int activation = 0; activation < activations; activation++) {
        sequences.add(new ArrayList<>());
      }
    }

    /**
     * Feeds random pieces.
     *
     * @param singles whether some of the pieces are single paths
     */
    void feed(ContextAutomaton automaton, int pieces, boolean singles) {
      ActivationStates states = new ActivationStates();
      int[] stateOf = sequences.stream().mapToInt(sequence -> states.create()).toArray();
      for (int piece = 0; piece < pieces; piece++) {
        int activation = random.nextInt(stateOf.length);
        int state = stateOf[activation];
        List<Integer> sequence = sequences.get(activation);
        int before = sequence.size();
        switch (singles ? Piece.values()[random.nextInt(3)] : Piece.values()[random.nextInt(2)]) {
          case RUN -> run(automaton, states.fields(), state, sequence);
          case WORD -> word(automaton, states.fields(), state, sequence);
          case SINGLE -> {
            add(sequence, path(), 1 + random.nextInt(3));
            add(sequence, path(), 1);
            single(automaton, states.fields(), state, sequence.subList(before, sequence.size()));
          }
          default -> throw new AssertionError();
        }
      }
    }

    private int path() {
      return random.nextInt(bits == 1 ? 2 : 3);
    }

    private void add(List<Integer> sequence, int path, int times) {
      sequence.addAll(Collections.nCopies(times, firstId + path));
    }

    private void run(ContextAutomaton automaton, int[] states, int state, List<Integer> sequence) {
      int path = path();
      int times = 1 + random.nextInt(random.nextBoolean() ? 4 : 150);
      automaton.feedRun(firstId, bits, path, times, states, state);
      add(sequence, path, times);
    }

    private void word(ContextAutomaton automaton, int[] states, int state, List<Integer> sequence) {
      int count = 1 + random.nextInt(63 / bits);
      long paths = 0;
      for (int at = 0; at < count; at++) {
        int path = path();
        add(sequence, path, 1);
        paths = paths << bits | path;
      }
      automaton.feedWord(firstId, bits, count, paths, states, state);
    }

    private void single(ContextAutomaton automaton, int[] states, int state, List<Integer> items) {
      int[] ids = items.stream().mapToInt(id -> id).toArray();
      assertEquals(ids.length, automaton.feed(ids, 0, ids.length, 100, states, state));
    }

    Map<List<Integer>, Long> grams(int k) {
      GramCounts grams = new GramCounts(k);
      sequences.forEach(grams::add);
      return grams.counts();
    }
  }

  /** If something comes after a run, the activation's state after the run must be right, too. */
  @Property(tries = 400)
  void runsAreCountedLikeSinglePaths(
      @ForAll @IntRange(min = 2, max = 20) int k,
      @ForAll @IntRange(min = 1, max = 31) int bits,
      @ForAll @IntRange(min = 1, max = 3) int activations,
      @ForAll @IntRange(min = 1, max = 14) int pieces,
      @ForAll boolean singles,
      @ForAll Gathering gathering,
      @ForAll long seed) {
    Stream stream = new Stream(new Random(seed), bits, activations);
    ContextAutomaton automaton = gathering.automaton(k);
    stream.feed(automaton, pieces, singles);
    assertEquals(stream.grams(k), grams(automaton, k));
  }

  /** The smallest case: a run, followed by another run, by words, or by single paths. */
  @Property(tries = 400)
  void theHistoryOfPathsAfterARunIncludesTheRun(
      @ForAll @IntRange(min = 2, max = 20) int k,
      @ForAll @IntRange(min = 2, max = 31) int bits,
      @ForAll @IntRange(min = 1, max = 100) int times,
      @ForAll Gathering gathering,
      @ForAll @IntRange(min = 0, max = 2) int behind) {
    ContextAutomaton automaton = gathering.automaton(k);
    ActivationStates states = new ActivationStates();
    int state = states.create();
    List<Integer> sequence = new ArrayList<>(List.of(1));
    automaton.feedWord(1, bits, 1, 0, states.fields(), state);
    automaton.feedRun(1, bits, 1, times, states.fields(), state);
    sequence.addAll(Collections.nCopies(times, 2));
    if (behind == 0) {
      automaton.feedRun(1, bits, 2, k, states.fields(), state);
      sequence.addAll(Collections.nCopies(k, 3));
    } else {
      for (int item = 0; item < k; item++) {
        int path = item % 3;
        sequence.add(1 + path);
        if (behind == 1) {
          automaton.feedWord(1, bits, 1, path, states.fields(), state);
        } else {
          automaton.feed(new int[] {1 + path}, 0, 1, 3, states.fields(), state);
        }
      }
    }
    GramCounts expected = new GramCounts(k);
    expected.add(sequence);
    assertEquals(expected.counts(), grams(automaton, k));
  }

  @Property(tries = 50)
  void foldingLosesNoPathCompletions(
      @ForAll @IntRange(min = 2, max = 9) int k,
      @ForAll boolean words,
      @ForAll Gathering gathering,
      @ForAll long seed) {
    Random random = new Random(seed);
    ContextAutomaton automaton = gathering.automaton(k);
    ActivationStates states = new ActivationStates();
    int state = states.create();
    long most = automaton.bytes() + 6_000;
    automaton.setMemory((asking, more) -> asking.bytes() + more <= most);
    long[] expected = new long[33];
    for (int piece = 0; piece < 300; piece++) {
      int path = random.nextInt(32);
      int count = 1 + random.nextInt(100);
      automaton.feedRun(1, words ? 5 : WIDE, path, count, states.fields(), state);
      expected[path + 1] += count;
    }
    automaton.fold(states.fields());
    automaton.settle(new FoldedContexts(k));
    var counts = GramCounts.of(PathForestBuilder.build(automaton, 1));
    for (int id = 1; id < expected.length; id++) {
      assertEquals(expected[id], counts.getOrDefault(List.of(id), 0L));
    }
    assertTrue(automaton.foldLog().folds() > 0);
  }

  /**
   * If memory is short, activations may begin again in the middle of a run. Then the next words of
   * the run have short histories, so these words can't be counted all at once.
   */
  @Property(tries = 60)
  void countsAreWithinTheirErrorBoundsIfActivationsRestart(
      @ForAll @IntRange(min = 3, max = 12) int k,
      @ForAll @IntRange(min = 20, max = 60) int activations,
      @ForAll Gathering gathering,
      @ForAll long seed) {
    Stream stream = new Stream(new Random(seed), WIDE, activations);
    ContextAutomaton automaton = gathering.automaton(k);
    Random memory = new Random(seed);
    automaton.setMemory((asking, more) -> memory.nextInt(4) > 0);
    stream.feed(automaton, 3 * activations, false);
    FoldedContexts contexts = new FoldedContexts(k);
    automaton.settle(contexts);
    long restarts = automaton.foldLog().restarts();
    Map<List<Integer>, Long> found = grams(automaton, k);
    Map<List<Integer>, Long> expected = stream.grams(k);
    found.forEach((gram, count) -> assertTrue(count <= expected.getOrDefault(gram, 0L)));
    expected.forEach(
        (gram, count) -> {
          int n = gram.size();
          long error = contexts.error(gram.get(n - 1), n) + (n - 1) * restarts;
          long lower = found.getOrDefault(gram, 0L);
          assertTrue(
              count <= lower + error, () -> gram + ": " + count + ", " + lower + "+" + error);
        });
  }

  @Test
  void aLongRunTakesFewEntries() {
    for (int bits : new int[] {1, WIDE}) {
      ContextAutomaton automaton = new ContextAutomaton(8);
      ActivationStates states = new ActivationStates();
      automaton.feedRun(1, bits, 0, Integer.MAX_VALUE, states.fields(), states.create());
      assertTrue(automaton.size() <= 9, () -> automaton.size() + " entries");
      var counts = GramCounts.of(PathForestBuilder.build(automaton, 8));
      assertEquals(Integer.MAX_VALUE - 7L, counts.get(Collections.nCopies(8, 1)));
    }
  }

  private static Map<List<Integer>, Long> grams(SequenceCounter automaton, int k) {
    return GramCounts.of(PathForestBuilder.build(automaton, k));
  }
}
