package org.kpathjvm.engine.contexts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.kpathjvm.engine.counting.ActivationStates;
import org.kpathjvm.engine.counting.GramCounts;
import org.kpathjvm.engine.counting.SequenceCounter;
import org.kpathjvm.engine.counting.WordCounter;
import org.kpathjvm.engine.ipf.PathForestBuilder;
import org.kpathjvm.engine.ksf.ForestOptions;
import org.kpathjvm.engine.ksf.SlabForest;
import org.kpathjvm.runtime.layout.PackedWord;

/** Tests which tables gather words, and that gathered words are counted correctly. */
class PendingWordsTest {
  private static final int K = 4;
  private static final int FIRST_ID = 5;
  private static final int BITS = 7;
  private static final int PATHS = 9;
  private static final int WORDS = 250;

  /** Words are taken at random from a pool of 250, so nearly all pairs of words recur. */
  @Test
  void aLargeTableOfWordsInRandomOrderTriesGathering() {
    ContextAutomaton automaton = new ContextAutomaton(K);
    assertEquals(ksf(new Random(1), 400_000), fed(automaton, new Random(1), 400_000));
    assertNotNull(automaton.words.table(FIRST_ID, BITS).trial());
  }

  /** The sequence of words repeats, so the same entry always comes after a given entry. */
  @Test
  void aLargeTableOfWordsInRepeatedOrderDoesNotTryGathering() {
    ContextAutomaton automaton = new ContextAutomaton(K);
    ActivationStates states = new ActivationStates();
    int state = states.create();
    for (int round = 0; round < 8; round++) {
      Random random = new Random(2);
      for (int word = 0; word < 40_000; word++) {
        long paths = random.nextLong() & (1L << PATHS * BITS) - 1;
        automaton.feedWord(FIRST_ID, BITS, PATHS, paths, states.fields(), state);
      }
    }
    assertTrue(automaton.size() >= ContextWords.FEWEST_TO_GATHER);
    assertNull(automaton.words.table(FIRST_ID, BITS).trial());
  }

  @Test
  void wordsOfAPartialBatchAreCounted() {
    for (int words :
        new int[] {1, PendingWords.PAIRS - 1, PendingWords.PAIRS, PendingWords.PAIRS + 1}) {
      ContextAutomaton automaton = Gathering.ALWAYS.automaton(K);
      assertEquals(ksf(new Random(3), words), fed(automaton, new Random(3), words));
    }
  }

  private static Map<List<Integer>, Long> ksf(Random random, int words) {
    return fed(new SlabForest(new ForestOptions(K, true)), random, words);
  }

  private static Map<List<Integer>, Long> fed(SequenceCounter counter, Random random, int words) {
    long[] pool = new Random(7).longs(WORDS).map(bits -> bits & (1L << PATHS * BITS) - 1).toArray();
    ActivationStates states = new ActivationStates();
    int[] activations = {states.create(), states.create()};
    int[] ids = new int[PATHS];
    for (int word = 0; word < words; word++) {
      long paths = pool[random.nextInt(WORDS)];
      int state = activations[random.nextInt(activations.length)];
      if (counter instanceof WordCounter) {
        ((WordCounter) counter).feedWord(FIRST_ID, BITS, PATHS, paths, states.fields(), state);
      } else {
        PackedWord.unpack(paths, BITS, PATHS, FIRST_ID, ids);
        counter.feed(ids, 0, PATHS, Integer.MAX_VALUE, states.fields(), state);
      }
    }
    return GramCounts.of(PathForestBuilder.build(counter, K));
  }
}
