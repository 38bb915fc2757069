package org.kpathjvm.engine.ipf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.kpathjvm.engine.contexts.ContextAutomaton;
import org.kpathjvm.engine.counting.ActivationStates;
import org.kpathjvm.engine.counting.RandomWords;
import org.kpathjvm.engine.counting.SequenceCounter;
import org.kpathjvm.engine.counting.Sequences;
import org.kpathjvm.engine.counting.SetsFullException;
import org.kpathjvm.engine.ksf.ForestOptions;
import org.kpathjvm.engine.ksf.SlabForest;

/**
 * Checks that converting level by level makes the same rows as visiting the n-grams one by one,
 * with and without limits.
 */
class LevelConversionTest {
  private static final long UNLIMITED = ConversionLimits.NONE.bytes();

  @Property(tries = 300)
  void rowsAgreeWithTheOtherConversion(
      @ForAll @IntRange(min = 2, max = 20) int k,
      @ForAll @IntRange(min = 1, max = 12) int alphabet,
      @ForAll boolean inWords,
      @ForAll @IntRange(min = 0, max = 300) int mostRows,
      @ForAll long seed) {
    SequenceCounter counter = counter(k, alphabet, inWords, new Random(seed));
    Sequences source = counter.sequences();
    assertTrue(source.hasPredecessors());
    assertEquals(source.items().length, source.size());
    int rows = new Random(seed).nextBoolean() ? ConversionLimits.NONE.rows() : mostRows;
    PathForest expected =
        PathForestBuilder.oneByOne(source, false, k, new ConversionLimits(rows, UNLIMITED));
    PathForest found = new LevelConversion(source, k).build(rows);
    assertEquals(rows(expected), rows(found));
    assertEquals(expected.leastCount(), found.leastCount());
  }

  /** The counter counts words, path runs and whole activations, all of several methods. */
  @Property(tries = 150)
  void rowsOfWordsAgreeWithTheOtherConversion(
      @ForAll @IntRange(min = 2, max = 17) int k,
      @ForAll @IntRange(min = 1, max = 12) int mostBits,
      @ForAll boolean pathByPath,
      @ForAll boolean isSum,
      @ForAll long seed) {
    ContextAutomaton counter = new ContextAutomaton(k);
    RandomWords stream = new RandomWords(new Random(seed), mostBits, pathByPath);
    stream.feed(counter, new ActivationStates(), 120, () -> {});
    if (isSum) {
      ContextAutomaton other = new ContextAutomaton(k);
      stream.feed(other, new ActivationStates(), 60, () -> {});
      counter.addAll(other);
    }
    Sequences source = counter.sequences();
    PathForest expected = PathForestBuilder.oneByOne(source, false, k, ConversionLimits.NONE);
    PathForest found = new LevelConversion(source, k).build(ConversionLimits.NONE.rows());
    assertEquals(rows(expected), rows(found));
  }

  @Test
  void aConversionWithoutRoomFailsUnlessTheCounterIsEmpty() {
    SequenceCounter counter = counter(6, 5, false, new Random(7));
    ConversionLimits none = new ConversionLimits(1_000, 0);
    assertThrows(SetsFullException.class, () -> PathForestBuilder.build(counter, 6, none));
    assertEquals(0, PathForestBuilder.build(new ContextAutomaton(6), 6, none).size());
  }

  /** Shows that the random k-IPFs have many levels, and that limits leave nodes out. */
  @Test
  void randomStreamsReachManyLevelsAndTheLimits() {
    SequenceCounter counter = counter(9, 4, true, new Random(5));
    PathForest whole = PathForestBuilder.build(counter, 9);
    assertEquals(9, whole.depth(whole.size() - 1));
    assertTrue(whole.size() > 1_000);
    PathForest some = PathForestBuilder.build(counter, 9, new ConversionLimits(100, UNLIMITED));
    assertTrue(some.leastCount() > 1);
    assertTrue(some.size() > 10 && some.size() <= 100 + some.rootCount());
  }

  @Test
  void theConversionNeedsRoomForAllItems() {
    assertTrue(LevelConversion.fits(100, new ConversionLimits(1, 4_800)));
    assertFalse(LevelConversion.fits(100, new ConversionLimits(1, 4_799)));
    assertTrue(LevelConversion.fits(Integer.MAX_VALUE, ConversionLimits.NONE));
  }

  @Test
  void withTooLittleRoomNGramsAreVisitedOneByOne() {
    SequenceCounter counter = counter(6, 5, false, new Random(7));
    int items = counter.sequences().size();
    ConversionLimits limits = new ConversionLimits(ConversionLimits.NONE.rows(), 47L * items);
    assertFalse(LevelConversion.fits(items, limits));
    assertEquals(
        rows(PathForestBuilder.build(counter, 6)),
        rows(PathForestBuilder.build(counter, 6, limits)));
  }

  /** In a k-slab forest, the predecessors of an item may differ in their last k-1 ids. */
  @Test
  void slabForestsAreNotConvertedLevelByLevel() {
    assertFalse(new SlabForest(new ForestOptions(4, false)).sequences().hasPredecessors());
  }

  private static SequenceCounter counter(int k, int alphabet, boolean inWords, Random random) {
    SequenceCounter counter = new ContextAutomaton(k);
    ActivationStates states = new ActivationStates();
    for (int activation = 0; activation < 30; activation++) {
      int state = states.create();
      int[] ids = new int[1 + random.nextInt(60)];
      Arrays.setAll(ids, at -> 1 + Math.min(random.nextInt(alphabet), random.nextInt(alphabet)));
      ids[ids.length - 1] *= -1;
      assertEquals(ids.length, counter.feed(ids, 0, ids.length, alphabet, states.fields(), state));
    }
    if (!inWords) {
      counter.compact();
    }
    return counter;
  }

  private static List<List<Long>> rows(PathForest forest) {
    List<List<Long>> rows = new ArrayList<>();
    for (int row = 0; row < forest.size(); row++) {
      rows.add(List.of((long) forest.parent(row), (long) forest.path(row), forest.count(row)));
    }
    return rows;
  }
}
