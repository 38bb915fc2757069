package org.kpathjvm.engine.counting;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.kpathjvm.runtime.layout.PackedWord;

/**
 * Random activations of methods that need different numbers of bits for a path, and the counts that
 * the activations should give. The activations take turns, and most of their paths are fed in
 * words.
 */
public final class RandomWords {
  private static final int MOST_METHODS = 6;

  private final Random random;
  private final int[] bits = new int[MOST_METHODS];
  private final int[] firstIds = new int[MOST_METHODS];
  private final int methods;
  private final boolean pathByPath;
  private final List<List<Integer>> sequences = new ArrayList<>();
  private final List<Live> live = new ArrayList<>();
  private final int maxId;

  private static final class Live {
    private int method;
    private int state;
    private int latest;
    private List<Integer> ids;
  }

  /**
   * Creates a stream.
   *
   * @param pathByPath whether some paths come one by one
   */
  public RandomWords(Random random, int mostBits, boolean pathByPath) {
    this.random = random;
    this.pathByPath = pathByPath;
    methods = 1 + random.nextInt(MOST_METHODS);
    int next = 1;
    for (int method = 0; method < methods; method++) {
      bits[method] = 1 + random.nextInt(mostBits);
      firstIds[method] = next;
      next += 1 << bits[method];
    }
    maxId = next - 1;
  }

  /**
   * Feeds the next {@code pieces} pieces of the stream into a counter. Keeps the activations'
   * states in {@code states}, and runs {@code after} after each piece.
   */
  public void feed(SequenceCounter counter, ActivationStates states, int pieces, Runnable after) {
    int activations = 1 + random.nextInt(5);
    for (int piece = 0; piece < pieces; piece++) {
      if (counter instanceof WordCounter && random.nextInt(6) == 0) {
        feedWholes((WordCounter) counter, states);
        after.run();
      }
      Live activation;
      if (live.size() < activations) {
        activation = begin(states);
      } else {
        activation = live.get(random.nextInt(live.size()));
      }
      if (pathByPath && random.nextInt(8) == 0) {
        // An activation of a real program never changes its method, but counters allow it.
        activation.method = random.nextInt(methods);
        activation.latest = 0;
      }
      int method = activation.method;
      if (random.nextInt(5) == 0) {
        feedRun(counter, states, activation);
        end(states, activation, after);
        continue;
      }
      int count = 1 + random.nextInt(PackedWord.capacity(bits[method]));
      long paths = 0;
      for (int at = 0; at < count; at++) {
        activation.latest = path(method, activation.latest);
        activation.ids.add(firstIds[method] + activation.latest);
        paths = paths << bits[method] | activation.latest;
      }
      feed(counter, states, activation, count, paths);
      end(states, activation, after);
    }
  }

  /** Feeds one or more activations that have the same paths. */
  private void feedWholes(WordCounter counter, ActivationStates states) {
    int method = random.nextInt(methods);
    int count = 1 + random.nextInt(PackedWord.capacity(bits[method]));
    int times = 1 + random.nextInt(random.nextInt(4) == 0 ? 50 : 2);
    List<Integer> ids = new ArrayList<>();
    long paths = 0;
    for (int at = 0; at < count; at++) {
      int path = path(method, random.nextInt(1 << bits[method]));
      ids.add(firstIds[method] + path);
      paths = paths << bits[method] | path;
    }
    sequences.addAll(Collections.nCopies(times, ids));
    counter.feedWholes(firstIds[method], bits[method], count, paths, times, states.fields());
  }

  private void end(ActivationStates states, Live activation, Runnable after) {
    if (random.nextInt(5) == 0) {
      states.release(activation.state);
      live.remove(activation);
    }
    after.run();
  }

  private void feedRun(SequenceCounter counter, ActivationStates states, Live activation) {
    int method = activation.method;
    int times = 1 + random.nextInt(random.nextBoolean() ? 10 : 400);
    activation.latest = path(method, activation.latest);
    activation.ids.addAll(Collections.nCopies(times, firstIds[method] + activation.latest));
    counter.feedRun(
        firstIds[method],
        bits[method],
        activation.latest,
        times,
        states.fields(),
        activation.state);
  }

  private void feed(
      SequenceCounter counter, ActivationStates states, Live activation, int count, long paths) {
    int method = activation.method;
    List<Integer> ids = activation.ids;
    if (counter instanceof WordCounter && !(pathByPath && random.nextInt(4) == 0)) {
      ((WordCounter) counter)
          .feedWord(
              firstIds[method], bits[method], count, paths, states.fields(), activation.state);
    } else {
      int[] words =
          ids.subList(ids.size() - count, ids.size()).stream().mapToInt(id -> id).toArray();
      assertEquals(count, counter.feed(words, 0, count, maxId, states.fields(), activation.state));
    }
  }

  /**
   * Returns the latest path again, half of the time. Otherwise returns a random path, or the next
   * of the first four paths in turn.
   */
  private int path(int method, int latest) {
    int most = (1 << bits[method]) - 1;
    return switch (random.nextInt(4)) {
      case 0 -> Math.min(random.nextInt(most + 1), random.nextInt(most + 1));
      case 1 -> Math.min(latest + 1 & 3, most);
      default -> latest;
    };
  }

  private Live begin(ActivationStates states) {
    Live activation = new Live();
    activation.method = random.nextInt(methods);
    activation.state = states.create();
    activation.ids = new ArrayList<>();
    sequences.add(activation.ids);
    live.add(activation);
    return activation;
  }

  /** Adds to {@code expected} all sequences that were fed. */
  public void addTo(GramCounts expected) {
    sequences.forEach(expected::add);
  }

  @Override
  public String toString() {
    return "methods with bits " + Arrays.toString(Arrays.copyOf(bits, methods));
  }
}
