package org.kpathjvm.engine.segment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.kpathjvm.runtime.layout.SegmentLayout.*;
import static org.kpathjvm.runtime.layout.StreamFormat.PACKED_LAST;
import static org.kpathjvm.runtime.layout.StreamFormat.PACKED_WHOLE;

import java.io.IOException;
import java.nio.LongBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.kpathjvm.engine.EngineSession;
import org.kpathjvm.engine.ThreadResult;
import org.kpathjvm.engine.segment.ProfileOptions.Engine;
import org.kpathjvm.engine.segment.SimulatedTarget.Carrier;
import org.kpathjvm.runtime.layout.PackedWord;

/**
 * Compares two recordings of the same activations. In one recording, the target counts some whole
 * activations, which have all their paths in one word. In the other recording, all activations are
 * in the stream.
 */
class CountedWholesTest {
  private static final int BLOCKS = 400;
  private static final int FIRST_WHOLE = 1;
  private static final int FIRST_PATH = FIRST_WHOLE + WHOLE_WORDS;

  /** Equal whole activations: {@code own} of them on one thread, {@code others} on another. */
  private record Whole(int bits, int firstId, int[] paths, int own, int others) {
    long word() {
      long word = PackedWord.empty(bits);
      for (int path : paths) {
        word = word << bits | path;
      }
      return word;
    }
  }

  private static List<Whole> wholes(Random random, int most) {
    List<Whole> wholes = new ArrayList<>();
    for (int number = 0; number < 12; number++) {
      int bits = 1 + random.nextInt(6);
      int count = 1 + random.nextInt(PackedWord.capacity(bits));
      int firstId = FIRST_PATH + 64 * random.nextInt(4);
      int paths = 1 << bits;
      wholes.add(
          new Whole(
              bits,
              firstId,
              IntStream.range(0, count).map(at -> random.nextInt(paths)).toArray(),
              random.nextInt(most),
              random.nextInt(most)));
    }
    return wholes;
  }

  private static void stream(Carrier carrier, List<Whole> wholes, boolean own) {
    for (Whole whole : wholes) {
      for (int times = own ? whole.own : whole.others; times > 0; times--) {
        carrier.packed(
            new SimulatedTarget.Activation(),
            PACKED_WHOLE + PACKED_LAST,
            whole.bits,
            whole.firstId,
            whole.paths);
      }
    }
  }

  /**
   * Counts the activations in counters of a lease. Two elements of {@code wholes} may have the same
   * word.
   */
  private static void count(SegmentFixture segment, int lease, List<Whole> wholes, boolean own) {
    segment.memory().putInt(HEADER_FIRST_WHOLE_ID_OFFSET, FIRST_WHOLE);
    int block = segment.claim(0);
    for (int slot = 0; slot < 3; slot++) {
      segment.memory().putInt(segment.block(block) + 4 * slot, slot + 1);
    }
    for (int number = 0; number < wholes.size(); number++) {
      Whole whole = wholes.get(number);
      int place = 90 * number;
      segment.whole(place, whole.word(), PackedWord.packing(whole.bits, whole.firstId));
      int id = FIRST_WHOLE + place;
      int counter =
          segment.block(block)
              + PAGE_BYTES * (id / COUNTERS_PER_PAGE + 1)
              + 8 * (id % COUNTERS_PER_PAGE);
      segment.memory().putLong(counter, own ? whole.own : whole.others);
    }
    segment.memory().putInt(segment.descriptor(block) + DESCRIPTOR_LEASE_OFFSET, lease);
    segment.memory().putInt(segment.descriptor(block) + DESCRIPTOR_STATE_OFFSET, BLOCK_COUNTERS);
  }

  private record Result(
      Map<List<Integer>, Long> grams,
      Map<String, Map<List<Integer>, Long>> threads,
      String events) {
    static Result of(SegmentFixture segment, int k, Engine engine, int workers) {
      EngineSession session = SessionResults.open(segment.path.toString(), k, engine, workers);
      session.finish();
      assertEquals(null, session.failure());
      Map<String, Map<List<Integer>, Long>> threads = new HashMap<>();
      for (ThreadResult thread : session.threads()) {
        threads.put(thread.kind() + " " + thread.name(), SessionResults.grams(thread));
        assertNoWords(thread.counters().asLongBuffer());
      }
      assertNoWords(session.counters().asLongBuffer());
      String statistics = session.statisticsJson();
      int from = statistics.indexOf("\"events\"");
      int to = statistics.indexOf("\"resumed\"");
      return new Result(
          SessionResults.grams(session),
          threads,
          statistics.substring(from, to) + session.events());
    }

    private static void assertNoWords(LongBuffer counters) {
      for (int id = FIRST_WHOLE; id < Math.min(FIRST_PATH, counters.limit()); id++) {
        assertEquals(0, counters.get(id));
      }
    }
  }

  @Property(tries = 40)
  void countersAndTheStreamGiveTheSameProfile(
      @ForAll @IntRange(min = 2, max = 9) int k,
      @ForAll Engine engine,
      @ForAll @IntRange(min = 1, max = 2) int workers,
      @ForAll @IntRange(min = 0, max = 2) int rows,
      @ForAll long seed)
      throws IOException {
    List<Result> results = new ArrayList<>();
    for (boolean counted : new boolean[] {false, true}) {
      inSegment(
          rows,
          segment -> {
            Random random = new Random(seed);
            List<Whole> wholes = wholes(random, 40);
            SimulatedTarget target = new SimulatedTarget(segment);
            for (boolean own : new boolean[] {true, false}) {
              Carrier carrier = target.thread(false, 300);
              if (own && rows > 0) {
                segment.ownLease(carrier.lease(), "own");
              }
              // Some activations are in the stream in both recordings.
              stream(carrier, wholes(new Random(seed + 1), 3), own);
              if (counted) {
                count(segment, carrier.lease(), wholes, own);
              } else {
                stream(carrier, wholes, own);
              }
              carrier.end();
            }
            results.add(Result.of(segment, k, engine, workers));
          });
    }
    assertEquals(results.get(0), results.get(1));
    assertEquals(rows > 0 ? 2 : 0, results.get(0).threads.size());
  }

  @Property(tries = 10)
  void largeCountsDoNotOverflow(@ForAll Engine engine, @ForAll @IntRange(min = 2, max = 4) int k)
      throws IOException {
    inSegment(
        0,
        segment -> {
          Whole whole = new Whole(2, FIRST_PATH, new int[] {1, 2, 1}, 2_000_000_011, 0);
          count(segment, segment.newLease(), List.of(whole), true);
          EngineSession session = SessionResults.open(segment.path.toString(), k, engine, 1);
          session.finish();
          assertEquals(null, session.failure());
          Map<List<Integer>, Long> grams = SessionResults.grams(session);
          assertEquals(2L * whole.own, grams.get(List.of(FIRST_PATH + 1)));
          assertEquals(whole.own, grams.get(List.of(FIRST_PATH + 1, FIRST_PATH + 2)));
          assertEquals(3L * whole.own, session.events());
          assertEquals(3L * whole.own, session.emitted());
        });
  }

  @Test
  void damagedWordsAreReportedAndLeftOut() throws IOException {
    for (long[] damaged :
        new long[][] {
          {0, PackedWord.packing(2, FIRST_PATH)},
          {1, PackedWord.packing(2, FIRST_PATH)},
          {0b1_01_10, PackedWord.packing(2, 7)},
          {0b1_01_10, PackedWord.packing(2, 1 << 20)},
          {0b1_01_10, PackedWord.packing(40, FIRST_PATH)},
          {0b1_01_10, PackedWord.packing(0, FIRST_PATH)}
        }) {
      inSegment(
          0,
          segment -> {
            Whole whole = new Whole(2, FIRST_PATH, new int[] {1, 2}, 5, 0);
            count(segment, segment.newLease(), List.of(whole), true);
            segment.whole(0, damaged[0], damaged[1]);
            EngineSession session =
                SessionResults.open(segment.path.toString(), 2, Engine.CONTEXTS, 1);
            session.finish();
            assertTrue(session.failure() != null, Long.toString(damaged[0]));
            assertEquals(Map.of(), SessionResults.grams(session));
          });
    }
  }

  interface Body {
    void accept(SegmentFixture segment) throws IOException;
  }

  private static void inSegment(int rows, Body body) throws IOException {
    Path path = Files.createTempFile("kpath-test", ".segment");
    try {
      SegmentFixture segment = new SegmentFixture(path, BLOCKS, FLAG_KEEP, rows);
      segment.idCount(FIRST_PATH + 1000);
      body.accept(segment);
    } finally {
      Files.delete(path);
    }
  }
}
