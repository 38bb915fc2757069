package org.kpathjvm.engine.contexts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.kpathjvm.engine.counting.ActivationStates;
import org.kpathjvm.engine.counting.RandomWords;
import org.kpathjvm.engine.ipf.PathForest;
import org.kpathjvm.engine.ipf.PathForestBuilder;

/**
 * Checks that converting words directly into a k-IPF gives the same rows as taking the words apart
 * into transitions and converting these.
 */
class WordSequencesTest {
  @Property(tries = 150)
  void rowsEqualThoseOfTransitions(
      @ForAll @IntRange(min = 2, max = 17) int k,
      @ForAll @IntRange(min = 1, max = 12) int mostBits,
      @ForAll boolean pathByPath,
      @ForAll long seed) {
    ContextAutomaton counter = new ContextAutomaton(k);
    RandomWords stream = new RandomWords(new Random(seed), mostBits, pathByPath);
    stream.feed(counter, new ActivationStates(), 120, () -> {});
    assertEquals(WordSequences.class, counter.sequences().getClass());
    List<List<Long>> words = rows(PathForestBuilder.build(counter, k));
    assertTrue(counter.compact());
    assertEquals(TransitionSequences.class, counter.sequences().getClass());
    assertEquals(words, rows(PathForestBuilder.build(counter, k)));
    assertFalse(counter.compact());
  }

  private static List<List<Long>> rows(PathForest forest) {
    List<List<Long>> rows = new ArrayList<>();
    for (int row = 0; row < forest.size(); row++) {
      rows.add(List.of((long) forest.path(row), (long) forest.depth(row), forest.count(row)));
    }
    return rows;
  }

  @Test
  void anEmptyCounterHasNoRows() {
    ContextAutomaton counter = new ContextAutomaton(5);
    assertEquals(0, PathForestBuilder.build(counter, 5).size());
    assertFalse(counter.compact());
  }
}
