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

/** Tests counted loops with at least as many trips as the activation's word has room for. */
class WrittenTripsTest {
  private static final int IDS = 3 * COUNTERS_PER_PAGE;

  @BeforeAll
  static void makeSegment() throws ReflectiveOperationException {
    HeapSegment.install(16, 40, 0);
    Recorder.provideIds(IDS);
  }

  @Test
  void allTripsAreStreamedInOrder() {
    Random random = new Random(3);
    List<List<Integer>> expected = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      expected.add(activation(random));
    }
    StreamReader reader = new StreamReader();
    reader.drain(true);
    assertEquals(sorted(expected), sorted(reader.activations().values()));
  }

  private static List<Integer> activation(Random random) {
    int bits = 1 + random.nextInt(9);
    int paths = 1 << bits;
    long packing = PackedWord.packing(bits, 1);
    long activation = 0;
    long word = PackedWord.empty(bits);
    List<Integer> ids = new ArrayList<>();
    for (int loop = 1 + random.nextInt(4); loop > 0; loop--) {
      for (int before = random.nextInt(PackedWord.capacity(bits)); before > 0; before--) {
        int path = random.nextInt(paths);
        ids.add(1 + path);
        word = word << bits | path;
        activation = Probes.flush(activation, word, packing);
        word = Probes.rest(word, packing);
      }
      int first = random.nextInt(paths);
      int later = random.nextBoolean() ? first : random.nextInt(paths);
      long trips = PackedWord.trips(first, later, bits);
      int count = PackedWord.room(word, bits) + random.nextInt(150);
      activation = WrittenTrips.spill(activation, word, packing, trips, count);
      word = WrittenTrips.restOfSpill(word, bits, trips, count);
      ids.add(1 + first);
      ids.addAll(Collections.nCopies(count - 1, 1 + later));
    }
    int last = random.nextInt(paths);
    Probes.exit(activation, word, packing, last);
    ids.add(-1 - last);
    return ids;
  }

  private static List<String> sorted(Iterable<List<Integer>> sequences) {
    List<String> lines = new ArrayList<>();
    sequences.forEach(sequence -> lines.add(sequence.toString()));
    Collections.sort(lines);
    return lines;
  }
}
