package org.kpathjvm.engine.ksf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.kpathjvm.engine.counting.ActivationStates;
import org.kpathjvm.engine.counting.GramCounts;
import org.kpathjvm.engine.counting.TablesFullException;
import org.kpathjvm.engine.ipf.PathForest;
import org.kpathjvm.engine.ipf.PathForestBuilder;

class SlabForestPropertyTest {
  @Property(tries = 400)
  void countsAgreeWithBruteForce(
      @ForAll @IntRange(min = 2, max = 12) int k,
      @ForAll boolean childIndex,
      @ForAll @IntRange(min = 1, max = 40) int alphabet,
      @ForAll @IntRange(min = 1, max = 5) int activations,
      @ForAll long seed) {
    RandomStream stream = new RandomStream(new Random(seed), alphabet, activations);
    SlabForest forest = new SlabForest(new ForestOptions(k, childIndex));
    stream.feed(forest, forest);
    check(stream, k, forest);
  }

  @Property(tries = 200)
  void sumOfForestsAgreesWithBruteForce(
      @ForAll @IntRange(min = 2, max = 8) int k, @ForAll boolean childIndex, @ForAll long seed) {
    RandomStream stream = new RandomStream(new Random(seed), 15, 4);
    SlabForest forest = new SlabForest(new ForestOptions(k, childIndex));
    SlabForest other = new SlabForest(new ForestOptions(k, !childIndex));
    stream.feed(forest, other);
    forest.addAll(other);
    GramCounts expected = stream.grams(k);
    assertEquals(expected.counts(), GramCounts.of(PathForestBuilder.build(forest, k)));
  }

  @Property(tries = 200)
  void aForestThatDoesNotFitFails(
      @ForAll @IntRange(min = 2, max = 8) int k,
      @ForAll boolean childIndex,
      @ForAll @IntRange(min = 0, max = 20_000) int more,
      @ForAll long seed) {
    RandomStream stream = new RandomStream(new Random(seed), 40, 4);
    SlabForest unbounded = new SlabForest(new ForestOptions(k, childIndex));
    SlabForest forest = new SlabForest(new ForestOptions(k, childIndex));
    long most = forest.bytes() + more;
    boolean[] refused = new boolean[1];
    forest.setMemory(
        (asking, moreBytes) -> {
          boolean granted = asking.bytes() + moreBytes <= most;
          refused[0] |= !granted;
          return granted;
        });
    stream.feed(unbounded, unbounded);
    try {
      stream.feed(forest, forest);
      check(stream, k, forest);
    } catch (TablesFullException e) {
      assertTrue(refused[0] && unbounded.bytes() > forest.bytes());
    }
    assertTrue(forest.bytes() <= most);
  }

  /** A forest can't give up any counts, so adding another forest fails if the sum doesn't fit. */
  @Test
  void aForestCannotBeFolded() {
    SlabForest forest = new SlabForest(new ForestOptions(4, true));
    assertThrows(TablesFullException.class, forest::fold);
    RandomStream stream = new RandomStream(new Random(1), 40, 4);
    SlabForest other = new SlabForest(new ForestOptions(4, true));
    stream.feed(other, other);
    long most = forest.bytes();
    forest.setMemory((asking, moreBytes) -> asking.bytes() + moreBytes <= most);
    assertThrows(TablesFullException.class, () -> forest.addAll(other));
  }

  private static void check(RandomStream stream, int k, SlabForest forest) {
    PathForest result = PathForestBuilder.build(forest, k);
    Map<List<Integer>, Long> grams = GramCounts.of(result);
    assertEquals(stream.grams(k).counts(), grams);
    assertEquals(
        stream.items(), ForestCounts.of(forest).values().stream().mapToLong(Long::longValue).sum());
    assertEquals(stream.rootFinds(k), forest.rootFinds());
    checkOrderAndProperty1(result, k);
    Map<List<Integer>, Long> longer = stream.grams(k + 1).counts();
    grams.forEach((gram, count) -> assertEquals(longer.get(gram), count));
  }

  private static void checkOrderAndProperty1(PathForest forest, int k) {
    long[] childSums = new long[forest.size()];
    int[] lastChild = new int[forest.size()];
    int lastRoot = 0;
    for (int row = 0; row < forest.size(); row++) {
      assertTrue(forest.depth(row) <= k && forest.count(row) > 0);
      int parent = forest.parent(row);
      // Rows are in the order of their parents.
      assertTrue(row == 0 || parent >= forest.parent(row - 1));
      if (parent < 0) {
        assertEquals(1, forest.depth(row));
        assertTrue(forest.path(row) > lastRoot);
        lastRoot = forest.path(row);
      } else {
        assertEquals(forest.depth(parent) + 1, forest.depth(row));
        assertTrue(forest.path(row) > lastChild[parent]);
        lastChild[parent] = forest.path(row);
        childSums[parent] += forest.count(row);
      }
    }
    for (int row = 0; row < forest.size(); row++) {
      assertTrue(forest.count(row) >= childSums[row]);
    }
  }

  @Property(tries = 400)
  void feedingInPiecesBuildsTheSameForest(
      @ForAll @IntRange(min = 2, max = 12) int k,
      @ForAll boolean childIndex,
      @ForAll @IntRange(min = 1, max = 20) int alphabet,
      @ForAll long seed) {
    Random random = new Random(seed);
    ForestOptions options = new ForestOptions(k, childIndex);
    SlabForest whole = new SlabForest(options);
    SlabForest steps = new SlabForest(options);
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
      assertEquals(
          stepStates.fields()[state + ActivationStates.TOP],
          wholeStates.fields()[state + ActivationStates.TOP]);
    }
    assertEquals(ForestCounts.of(steps), ForestCounts.of(whole));
    assertEquals(
        List.of(steps.rootFinds(), steps.nodeScans(), steps.indexFinds()),
        List.of(whole.rootFinds(), whole.nodeScans(), whole.indexFinds()));
  }

  /** Activations that take turns. Each activation is a list of ids. */
  private static final class RandomStream {
    private final List<int[]> pieces = new ArrayList<>();
    private final List<List<Integer>> sequences = new ArrayList<>();

    RandomStream(Random random, int alphabet, int activations) {
      for (int activation = 0; activation < activations; activation++) {
        sequences.add(new ArrayList<>());
      }
      int pieceCount = 1 + random.nextInt(20);
      for (int piece = 0; piece < pieceCount; piece++) {
        int activation = random.nextInt(activations);
        int[] words = new int[2 + random.nextInt(30)];
        words[0] = activation;
        int previous = 1;
        for (int at = 1; at < words.length; at++) {
          previous = random.nextInt(3) == 0 ? previous : 1 + random.nextInt(alphabet);
          words[at] = previous;
          sequences.get(activation).add(previous);
        }
        pieces.add(words);
      }
    }

    void feed(SlabForest even, SlabForest odd) {
      ActivationStates states = new ActivationStates();
      int[] stateOf = sequences.stream().mapToInt(sequence -> states.create()).toArray();
      for (int[] piece : pieces) {
        SlabForest forest = piece[0] % 2 == 0 ? even : odd;
        int end =
            forest.feed(
                piece, 1, piece.length, Integer.MAX_VALUE, states.fields(), stateOf[piece[0]]);
        assertEquals(piece.length, end);
      }
    }

    GramCounts grams(int k) {
      GramCounts grams = new GramCounts(k);
      sequences.forEach(grams::add);
      return grams;
    }

    long items() {
      return sequences.stream().mapToLong(List::size).sum();
    }

    /**
     * Returns the paper's number of look-ups in the table of roots: the sum over all activations of
     * ceil(N / (k-1)), where N is an activation's number of items.
     */
    long rootFinds(int k) {
      return sequences.stream().mapToLong(sequence -> (sequence.size() + k - 2) / (k - 1)).sum();
    }
  }
}
