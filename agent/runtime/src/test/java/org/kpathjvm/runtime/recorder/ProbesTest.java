package org.kpathjvm.runtime.recorder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.kpathjvm.runtime.layout.SegmentLayout.COUNTERS_PER_PAGE;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.kpathjvm.runtime.layout.PackedWord;

/** Tests each probe separately, on one thread. Each test has ids and activations of its own. */
class ProbesTest {
  private static final int IDS = 3 * COUNTERS_PER_PAGE;

  /** The number of a loop's trips that are written to the stream if k is 8. */
  private static final int WRITTEN_TRIPS = 9;

  @BeforeAll
  static void makeSegment() throws ReflectiveOperationException {
    HeapSegment.install(16, 40, 0);
    Setup.writtenTrips = WRITTEN_TRIPS;
    Recorder.provideIds(IDS);
  }

  /** Returns the list in {@link StreamReader#activations} that begins with the given id. */
  private static List<Integer> sequence(int first) {
    StreamReader reader = new StreamReader();
    reader.drain(true);
    Collection<List<Integer>> all = reader.activations().values();
    return all.stream().filter(paths -> paths.get(0) == first).findFirst().orElseThrow();
  }

  @Test
  void eachCallCountsOne() {
    for (int call = 0; call < 3; call++) {
      Probes.count(1);
    }
    assertEquals(3, StreamReader.count(1));
  }

  @Test
  void idsAreCountedSeparatelyWithinAndAcrossPages() {
    int[] ids = {2, 3, COUNTERS_PER_PAGE + 2, 2 * COUNTERS_PER_PAGE + 2};
    Map<Integer, Long> expected = new HashMap<>();
    Map<Integer, Long> counted = new HashMap<>();
    for (int i = 0; i < ids.length; i++) {
      for (int call = 0; call <= i; call++) {
        Probes.count(ids[i]);
      }
      expected.put(ids[i], i + 1L);
      counted.put(ids[i], StreamReader.count(ids[i]));
    }
    assertEquals(expected, counted);
  }

  @Test
  void tripsAfterTheWrittenOnesAreCountedByPath() {
    int firstId = 400;
    long packing = PackedWord.packing(2, firstId);
    long trips = PackedWord.trips(1, 3, 2);
    assertEquals(WRITTEN_TRIPS, Probes.repeat(packing, trips, WRITTEN_TRIPS));
    assertEquals(0, StreamReader.count(firstId + 3));
    assertEquals(WRITTEN_TRIPS, Probes.repeat(packing, trips, WRITTEN_TRIPS + 1));
    assertEquals(WRITTEN_TRIPS, Probes.repeat(packing, trips, PackedWord.MOST_TRIPS));
    assertEquals(1 + PackedWord.MOST_TRIPS - WRITTEN_TRIPS, StreamReader.count(firstId + 3));
    assertEquals(0, StreamReader.count(firstId + 1));
  }

  @Test
  void tripsThatOverflowAWordAreWritten() {
    long packing = PackedWord.packing(7, 500);
    assertEquals(9, PackedWord.capacity(7));
    assertEquals(20, Probes.repeat(packing, PackedWord.trips(1, 3, 7), 20));
    assertEquals(0, StreamReader.count(503));
  }

  @Test
  void anActivationsOnlyPathIsCounted() {
    Probes.exit(0, 10);
    assertEquals(1, StreamReader.count(10));
  }

  @Test
  void severalPathsOfAnActivationAreASequenceAndAreNotCounted() {
    long activation = Probes.emit(0, 20);
    assertNotEquals(0, activation);
    activation = Probes.emit(activation, 21);
    Probes.exit(activation, 22);
    assertEquals(List.of(20, 21, -22), sequence(20));
    assertEquals(0, StreamReader.count(20) + StreamReader.count(21) + StreamReader.count(22));
  }

  @Test
  void anUninterruptedActivationKeepsItsValue() {
    long activation = Probes.emit(0, 30);
    assertEquals(activation, Probes.emit(activation, 31));
    Probes.exit(activation, 32);
  }

  @Test
  void nestedActivationsHaveTheirOwnSequences() {
    long outer = Probes.emit(0, 40);
    long inner = Probes.emit(0, 45);
    Probes.exit(inner, 46);
    outer = Probes.emit(outer, 41);
    Probes.exit(outer, 42);
    assertEquals(List.of(40, 41, -42), sequence(40));
    assertEquals(List.of(45, -46), sequence(45));
  }

  /** An activation's value includes the number of times that the activation was resumed. */
  @Test
  void aResumedActivationGetsANewValue() {
    long outer = Probes.emit(0, 50);
    Probes.exit(Probes.emit(0, 55), 56);
    long resumed = Probes.emit(outer, 51);
    assertNotEquals(outer, resumed);
    assertEquals(resumed, Probes.emit(resumed, 52));
    Probes.exit(resumed, 53);
    assertEquals(List.of(50, 51, 52, -53), sequence(50));
  }

  @Test
  void aDispatchIsCountedAndClosesTheSequence() {
    long activation = Probes.emit(0, 60);
    assertEquals(0, Probes.handler(activation, 61));
    assertEquals(1, StreamReader.count(61));
    assertEquals(List.of(60, 0), sequence(60));
  }

  @Test
  void pathsAfterADispatchAreASequenceOfTheirOwn() {
    long activation = Probes.handler(Probes.emit(0, 70), 71);
    activation = Probes.emit(activation, 72);
    Probes.exit(activation, 73);
    assertEquals(List.of(70, 0), sequence(70));
    assertEquals(List.of(72, -73), sequence(72));
  }

  @Test
  void anEscapeIsCountedAndClosesTheSequence() {
    Probes.escape(Probes.emit(0, 80), 81);
    assertEquals(1, StreamReader.count(81));
    assertEquals(List.of(80, 0), sequence(80));
  }

  @Test
  void withoutASequenceThereIsNothingToClose() {
    assertEquals(0, Probes.handler(0, 90));
    Probes.escape(0, 91);
    assertEquals(1, StreamReader.count(90));
    assertEquals(1, StreamReader.count(91));
  }

  /** The sequence is longer than a segment block. */
  @Test
  void aSequenceGoesOnInTheNextBlock() {
    int length = 40_000;
    long activation = Probes.emit(0, 100);
    for (int path = 1; path < length; path++) {
      activation = Probes.emit(activation, 101 + path % 7);
    }
    Probes.exit(activation, 110);
    List<Integer> sequence = sequence(100);
    assertEquals(length + 1, sequence.size());
    assertEquals(101 + (length - 1) % 7, sequence.get(length - 1));
  }

  @Test
  void aSuspendedThreadRecordsNothing() {
    Recorder.suspendThread();
    Probes.count(120);
    assertEquals(0, Probes.emit(0, 121));
    Recorder.resumeThread();
    assertEquals(0, StreamReader.count(120));
    Probes.count(120);
    assertEquals(1, StreamReader.count(120));
  }
}
