package org.kpathjvm.engine.contexts;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
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

/** Runs of activations whose paths come by themselves beside the same items one by one. */
class RepeatedTransitionTest {
  /** Too many bits for tables of words: runs go into transitions. */
  private static final int WIDE = 30;

  @Property(tries = 200)
  void aRunIsItsItems(
      @ForAll @IntRange(min = 2, max = 20) int k,
      @ForAll @IntRange(min = 1, max = 6) int alphabet,
      @ForAll long seed) {
    Random random = new Random(seed);
    SequenceCounter runs = new ContextAutomaton(k);
    SequenceCounter items = new ContextAutomaton(k);
    ActivationStates runStates = new ActivationStates();
    ActivationStates itemStates = new ActivationStates();
    int state = runStates.create();
    itemStates.create();
    for (int piece = 0; piece < 60; piece++) {
      int[] words = new int[1 + random.nextInt(random.nextBoolean() ? 3 : 200)];
      Arrays.fill(words, 1 + random.nextInt(alphabet));
      items.feed(words, 0, words.length, alphabet, itemStates.fields(), state);
      runs.feedRun(1, WIDE, words[0] - 1, words.length, runStates.fields(), state);
      assertArrayEquals(itemStates.fields(), runStates.fields());
    }
    assertEquals(
        GramCounts.of(PathForestBuilder.build(items, k)),
        GramCounts.of(PathForestBuilder.build(runs, k)));
  }

  /** Single paths stay exact, whatever is folded on the way. */
  @Property(tries = 100)
  void noItemIsLostWhereTheAutomatonIsFolded(
      @ForAll @IntRange(min = 2, max = 9) int k, @ForAll boolean words, @ForAll long seed) {
    Random random = new Random(seed);
    ContextAutomaton automaton = new ContextAutomaton(k);
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
}
