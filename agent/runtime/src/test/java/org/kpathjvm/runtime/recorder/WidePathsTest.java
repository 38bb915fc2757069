package org.kpathjvm.runtime.recorder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.kpathjvm.runtime.layout.SegmentLayout.COUNTERS_PER_PAGE;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.kpathjvm.runtime.layout.PackedWord;

/** Records activations as instrumented code does. Some of their paths don't fit into words. */
class WidePathsTest {
  private static final int IDS = 3 * COUNTERS_PER_PAGE;

  private final List<List<Integer>> expected = new ArrayList<>();

  @BeforeAll
  static void makeSegment() throws ReflectiveOperationException {
    HeapSegment.install(16, 40, 0);
    Recorder.provideIds(IDS);
  }

  private static List<String> sorted(Iterable<List<Integer>> sequences) {
    List<String> lines = new ArrayList<>();
    sequences.forEach(sequence -> lines.add(sequence.toString()));
    Collections.sort(lines);
    return lines;
  }

  @Test
  void pathsOfAllWidthsAreStreamedInOrder() {
    Random random = new Random(7);
    for (int i = 0; i < 300; i++) {
      activation(random, 2);
    }
    StreamReader reader = new StreamReader();
    reader.drain(true);
    assertEquals(sorted(expected), sorted(reader.activations().values()));
  }

  private void activation(Random random, int depth) {
    int bits = 1 + random.nextInt(6);
    long packing = PackedWord.packing(bits, 1);
    List<Integer> paths = new ArrayList<>();
    expected.add(paths);
    long activation = 0;
    long word = PackedWord.empty(bits);
    for (int n = 1 + random.nextInt(40); n > 0; n--) {
      if (depth > 0 && random.nextInt(20) == 0) {
        activation(random, depth - 1);
      }
      int path = path(random, bits);
      paths.add(1 + path);
      if (random.nextBoolean()) {
        activation = Probes.flush(activation, word, packing, path);
        word = Probes.rest(word, packing, path);
      } else if (path >>> bits != 0) {
        activation = Probes.wide(activation, word, packing, path);
        word = PackedWord.empty(bits);
      } else {
        word = word << bits | path;
        activation = Probes.flush(activation, word, packing);
        word = Probes.rest(word, packing);
      }
    }
    int last = path(random, bits);
    Probes.exit(activation, word, packing, last);
    paths.add(-1 - last);
  }

  private static int path(Random random, int bits) {
    return random.nextInt(4) == 0 ? random.nextInt(IDS - 1) : random.nextInt(1 << bits);
  }

  /** Path 500 doesn't fit into a word with 2 bits per path. */
  @Test
  void anActivationsOnlyPathIsCounted() {
    long packing = PackedWord.packing(2, 100);
    Probes.exit(0, PackedWord.empty(2), packing, 500);
    assertEquals(1, StreamReader.count(600));
  }
}
