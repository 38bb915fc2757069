package org.kpathjvm.engine.segment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.kpathjvm.engine.EngineSession;
import org.kpathjvm.engine.counting.GramCounts;
import org.kpathjvm.engine.journal.JournalLimits;
import org.kpathjvm.engine.segment.ProfileOptions.Engine;
import org.kpathjvm.engine.segment.SimulatedTarget.Carrier;

/**
 * Tests sessions that have too little memory. Their counts are compared with the sequences that the
 * simulated target remembers.
 */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class BoundedSessionTest {
  private static final int BLOCKS = 40;

  @TempDir Path directory;

  @ParameterizedTest
  @CsvSource({"5, 1", "5, 2"})
  void countsAreLowerBoundsWithinTheirErrors(int k, int workers) throws InterruptedException {
    countsAreLowerBounds(k, workers, 3_000);
  }

  @Tag("slow")
  @ParameterizedTest
  @CsvSource({"5, 1", "5, 2", "8, 1", "8, 2"})
  void countsOfLongSequencesAreLowerBounds(int k, int workers) throws InterruptedException {
    countsAreLowerBounds(k, workers, 10_000);
  }

  private void countsAreLowerBounds(int k, int workers, int steps) throws InterruptedException {
    long memoryBytes = EngineMemory.SMALLEST_BYTES_PER_DRAIN * workers;
    SegmentFixture segment = segment();
    SimulatedTarget target = new SimulatedTarget(segment);
    EngineSession session =
        open(segment, new ProfileOptions(k, Engine.CONTEXTS), workers, memoryBytes);
    session.start();
    List<Thread> threads = new ArrayList<>();
    for (int seed = 0; seed < 3; seed++) {
      Carrier thread = target.thread(false, 4000);
      Random random = new Random(seed);
      int own = steps * (1 + 3 * seed);
      threads.add(new Thread(() -> SimulatedProgram.callTree(thread, random, own)));
    }
    List<Carrier> carriers = List.of(target.thread(true, 3000), target.thread(true, 500));
    threads.add(
        new Thread(() -> SimulatedProgram.virtualThreads(carriers, new Random(k), 40, 3 * steps)));
    threads.forEach(Thread::start);
    for (Thread thread : threads) {
      thread.join();
    }
    session.finish();
    assertNull(session.failure());
    assertTrue(session.engineBytes() <= memoryBytes, session.engineBytes() + " bytes");
    assertTrue(statistic(session, "folds") > 0 || statistic(session, "ipf_least_count") > 1);
    check(session, k, target);
  }

  /** One thread runs both drains in turn, so no table changes while the sizes are added up. */
  @Test
  void tablesStayWithinHalfOfTheMemory() {
    SegmentFixture segment = segment();
    SimulatedTarget target = new SimulatedTarget(segment);
    EngineMemory memory = EngineMemory.of(2 * EngineMemory.SMALLEST_BYTES_PER_DRAIN, 2);
    ProfileSet profiles = new ProfileSet(new ProfileOptions(8, Engine.CONTEXTS), memory);
    SegmentReader reader = SegmentReader.open(segment.path.toString());
    FailureLog failures = new FailureLog();
    List<StreamDrain> drains = new ArrayList<>();
    for (int number = 0; number < 2; number++) {
      drains.add(new StreamDrain(reader, profiles, failures, number, 2));
    }
    List<Carrier> threads = new ArrayList<>();
    for (int count = 0; count < 3; count++) {
      threads.add(target.thread(false, 4000));
    }
    Random random = new Random(7);
    long most = 0;
    for (int round = 0; round < 200; round++) {
      for (Carrier thread : threads) {
        SimulatedProgram.callTree(thread, random, 500);
        for (StreamDrain drain : drains) {
          drain.pass(false);
          most = Math.max(most, profiles.bytes());
        }
      }
    }
    assertNull(failures.text());
    assertTrue(profiles.isFolded());
    assertTrue(most <= memory.tableBytes(), most + " bytes");
    assertTrue(most > memory.tableBytes() / 2, most + " bytes");
  }

  /** There is only one drain, so what is folded depends only on the stream and the memory. */
  @Test
  void foldingIsDeterministic() {
    Map<List<Integer>, Long> first = null;
    for (int run = 0; run < 2; run++) {
      SegmentFixture segment =
          new SegmentFixture(
              directory.resolve("segment-" + run),
              BLOCKS,
              org.kpathjvm.runtime.layout.SegmentLayout.FLAG_KEEP);
      segment.idCount(SimulatedProgram.IDS);
      SimulatedTarget target = new SimulatedTarget(segment);
      SimulatedProgram.callTree(target.thread(false, 16_000), new Random(1), 60_000);
      EngineSession session =
          open(
              segment,
              new ProfileOptions(8, Engine.CONTEXTS),
              1,
              EngineMemory.SMALLEST_BYTES_PER_DRAIN);
      session.finish();
      assertTrue(statistic(session, "folds") > 0);
      Map<List<Integer>, Long> grams = SessionResults.grams(session);
      if (first == null) {
        first = grams;
        check(session, 8, target);
      }
      assertEquals(first, grams);
    }
  }

  /**
   * A drain with a small memory dies. A session with equally little memory recovers what the drain
   * had read.
   */
  @Test
  void recoveryStaysWithinTheSameMemory() throws IOException {
    SegmentFixture segment = segment();
    SimulatedTarget target = new SimulatedTarget(segment);
    ProfileOptions options = new ProfileOptions(8, Engine.CONTEXTS);
    long memoryBytes = EngineMemory.SMALLEST_BYTES_PER_DRAIN;
    StreamDrain consumer =
        new StreamDrain(
            SegmentReader.open(segment.path.toString()),
            new ProfileSet(options, EngineMemory.of(memoryBytes, 1)),
            new FailureLog(),
            0,
            1);
    consumer.keepJournal(directory, JournalLimits.UNLIMITED_WITHOUT_SPILL);
    Carrier thread = target.thread(false, 4000);
    Random random = new Random(7);
    for (int round = 0; round < 60; round++) {
      SimulatedProgram.callTree(thread, random, 1000);
      consumer.pass(false);
    }
    EngineSession session =
        EngineSession.recover(
            segment.path.toString(), directory.toString(), options, memoryBytes, 1);
    session.finish();
    assertNull(session.failure());
    assertTrue(statistic(session, "folds") > 0);
    assertTrue(session.engineBytes() <= memoryBytes, session.engineBytes() + " bytes");
    check(session, 8, target);
  }

  /**
   * If a k-slab forest doesn't fit, counting ends with a message, and the target goes on. All that
   * the target emits is kept, so that the engine {@code contexts} can count it afterwards.
   */
  @Test
  void aSlabForestThatDoesNotFitLosesNothing() {
    SegmentFixture segment = segment();
    SimulatedTarget target = new SimulatedTarget(segment);
    long memoryBytes = EngineMemory.SMALLEST_BYTES_PER_DRAIN;
    EngineSession session = open(segment, new ProfileOptions(8, Engine.K_SF), 1, memoryBytes);
    assertNull(session.keepJournals(directory.toString(), Long.MAX_VALUE, 0));
    session.start();
    // The chunks are small, and the last one is never closed, as if the target had been killed.
    Carrier thread = target.thread(false, 4000);
    Random random = new Random(7);
    while (!session.tablesAreFull()) {
      SimulatedProgram.callTree(thread, random, 1000);
    }
    SimulatedProgram.callTree(thread, random, 20_000);
    session.finish();
    assertTrue(session.tablesAreFull());
    assertEquals(
        "the k-slab forest doesn't fit into the engine's memory of 4194304 bytes: give more with"
            + " --engine-memory, or count with --engine contexts",
        session.failure());
    assertTrue(session.engineBytes() <= memoryBytes, session.engineBytes() + " bytes");
    assertNull(session.journalFailure());
    EngineSession again =
        EngineSession.recover(
            segment.path.toString(),
            directory.toString(),
            new ProfileOptions(8, Engine.CONTEXTS),
            64 * memoryBytes,
            1);
    again.finish();
    assertNull(again.failure());
    assertFalse(again.tablesAreFull());
    assertEquals(0, statistic(again, "folds"));
    assertEquals(SessionResults.expected(8, target), SessionResults.grams(again));
  }

  @Test
  void theErrorStatesTheMemoryNeeded() {
    SegmentFixture segment = segment();
    IllegalArgumentException error =
        assertThrows(
            IllegalArgumentException.class,
            () -> open(segment, new ProfileOptions(4, Engine.CONTEXTS), 2, 1 << 20));
    assertEquals(
        "an engine memory of 1048576 bytes is too small: with 2 workers it must be at least 8388608",
        error.getMessage());
  }

  private static void check(EngineSession session, int k, SimulatedTarget target) {
    GramCounts expected = new GramCounts(k);
    List.copyOf(target.sequences()).forEach(expected::add);
    Map<List<Integer>, Long> found = SessionResults.grams(session);
    Map<Integer, long[]> folded = folded(session, k);
    long restarts = statistic(session, "folded_restarts");
    long least = statistic(session, "ipf_least_count");
    found.forEach((gram, count) -> assertTrue(count <= expected.counts().get(gram)));
    expected
        .counts()
        .forEach(
            (gram, count) -> {
              int n = gram.size();
              long lower = found.getOrDefault(gram, 0L);
              long error = (n - 1) * restarts;
              long[] byLength = folded.getOrDefault(gram.get(n - 1), new long[k]);
              for (int length = 1; length < n; length++) {
                error += byLength[length];
              }
              if (n == 1) {
                assertEquals(count, lower);
              } else if (lower == 0) {
                error += least - 1;
              }
              assertTrue(count <= lower + error, gram + ": " + count + ", " + lower);
            });
    assertEquals(target.sequences().stream().mapToLong(List::size).sum(), session.events());
  }

  private static Map<Integer, long[]> folded(EngineSession session, int k) {
    Map<Integer, long[]> folded = new HashMap<>();
    ByteBuffer paths = session.folded().paths().order(ByteOrder.nativeOrder());
    ByteBuffer lengths = session.folded().lengths().order(ByteOrder.nativeOrder());
    ByteBuffer counts = session.folded().counts().order(ByteOrder.nativeOrder());
    while (paths.hasRemaining()) {
      folded.computeIfAbsent(paths.getInt(), id -> new long[k])[lengths.getInt()] =
          counts.getLong();
    }
    return folded;
  }

  private static long statistic(EngineSession session, String name) {
    Matcher matcher = Pattern.compile("\"" + name + "\":(\\d+)").matcher(session.statisticsJson());
    assertTrue(matcher.find(), name);
    return Long.parseLong(matcher.group(1));
  }

  private static EngineSession open(
      SegmentFixture segment, ProfileOptions options, int workers, long memoryBytes) {
    return EngineSession.open(segment.path.toString(), options, memoryBytes, workers);
  }

  private SegmentFixture segment() {
    SegmentFixture segment = new SegmentFixture(directory.resolve("segment"), BLOCKS, 0);
    segment.idCount(SimulatedProgram.IDS);
    return segment;
  }
}
