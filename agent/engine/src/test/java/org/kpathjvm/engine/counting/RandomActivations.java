package org.kpathjvm.engine.counting;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;

/**
 * Random activations that take turns, and the counts that they should give. Sometimes one path
 * comes many times in a row.
 */
final class RandomActivations {
  private static final int PIECES = 60;

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

  void feed(SequenceCounter counter, Runnable afterEach) {
    feedAndLook(counter, PIECES, states -> afterEach.run());
  }

  /**
   * Feeds {@code pieces} pieces of the activations to a counter. After each piece, passes the
   * activations' states to {@code afterEach}.
   */
  void feedAndLook(SequenceCounter counter, int pieces, Consumer<ActivationStates> afterEach) {
    ActivationStates states = new ActivationStates();
    int[] stateOf = current.stream().mapToInt(sequence -> states.create()).toArray();
    for (int piece = 0; piece < pieces; piece++) {
      int activation = random.nextInt(current.size());
      List<Integer> sequence = current.get(activation);
      if (random.nextInt(6) == 0) {
        int[] words = new int[1 + random.nextInt(60)];
        Arrays.fill(words, id(1));
        counter.feed(words, 0, words.length, alphabet, states.fields(), stateOf[activation]);
        for (int id : words) {
          sequence.add(id);
        }
      } else {
        boolean ends = random.nextInt(4) == 0;
        int[] words = words(1 + random.nextInt(120), ends, sequence);
        int end =
            counter.feed(words, 0, words.length, alphabet, states.fields(), stateOf[activation]);
        assertEquals(words.length - (ends ? 1 : 0), end);
        if (ends) {
          states.release(stateOf[activation]);
          begin(activation);
          stateOf[activation] = states.create();
        }
      }
      afterEach.accept(states);
    }
  }

  /**
   * Returns the next paths of a sequence. If the sequence ends with these paths, the last one is
   * negated, and one more word follows, which must not be read.
   */
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
