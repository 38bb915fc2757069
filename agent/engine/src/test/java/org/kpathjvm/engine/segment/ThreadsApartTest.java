package org.kpathjvm.engine.segment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.kpathjvm.runtime.layout.SegmentLayout.*;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.kpathjvm.engine.EngineSession;
import org.kpathjvm.engine.ThreadResult;
import org.kpathjvm.engine.segment.ProfileOptions.Engine;
import org.kpathjvm.engine.segment.SimulatedTarget.Carrier;

/** Tests segments whose threads are counted separately. */
class ThreadsApartTest {
  private static final int BLOCKS = 200;
  private static final int ROWS = 4;

  @Property(tries = 60)
  void countsOfThreadsAddUpToTheSum(
      @ForAll @IntRange(min = 1, max = 6) int k,
      @ForAll @IntRange(min = 1, max = 3) int workers,
      @ForAll @IntRange(min = 0, max = 6) int threads,
      @ForAll long seed)
      throws IOException {
    Random random = new Random(seed);
    inSegment(
        segment -> {
          SimulatedTarget first = new SimulatedTarget(segment);
          Map<String, SimulatedTarget> byTitle = new LinkedHashMap<>();
          SimulatedTarget shared = first.beside();
          for (int thread = 0; thread < threads; thread++) {
            boolean own = thread < ROWS && random.nextInt(4) > 0;
            SimulatedTarget target = own ? first.beside() : shared;
            Carrier carrier = target.thread(false, 40 + random.nextInt(300));
            if (own) {
              segment.ownLease(carrier.lease(), "thread \u00e4 " + thread);
              byTitle.put("thread thread \u00e4 " + thread, target);
            }
            SimulatedProgram.callTree(carrier, random, random.nextInt(400));
          }
          byTitle.put("others ", shared);
          SimulatedTarget virtual = first.beside();
          byTitle.put("virtual ", virtual);
          List<Carrier> carriers = List.of(virtual.thread(true, 200), virtual.thread(true, 300));
          SimulatedProgram.virtualThreads(carriers, random, 5, random.nextInt(300));
          EngineSession session =
              SessionResults.open(segment.path.toString(), k, Engine.K_SF, workers);
          session.finish();
          assertEquals(null, session.failure());
          Map<List<Integer>, Long> sum = new HashMap<>();
          Map<String, Map<List<Integer>, Long>> found = new HashMap<>();
          for (ThreadResult thread : session.threads()) {
            Map<List<Integer>, Long> grams = SessionResults.grams(thread);
            found.put(thread.kind() + " " + thread.name(), grams);
            grams.forEach((gram, count) -> sum.merge(gram, count, Long::sum));
          }
          Map<String, Map<List<Integer>, Long>> expected = new HashMap<>();
          byTitle.forEach(
              (title, target) -> {
                if (!target.sequences().isEmpty()) {
                  expected.put(title, SessionResults.expected(k, target));
                }
              });
          assertEquals(expected, found);
          assertEquals(SessionResults.grams(session), sum);
        });
  }

  @Test
  void countersBelongToTheirThreads() throws IOException {
    inSegment(
        segment -> {
          List<Integer> leases = new ArrayList<>();
          for (int lease = 0; lease < 3; lease++) {
            leases.add(segment.newLease());
          }
          segment.ownLease(1, "one");
          for (int lease = 0; lease < 3; lease++) {
            count(segment, leases.get(lease), lease == 2, 7, 100 + lease);
          }
          count(segment, 1, false, 8, 5);
          EngineSession session =
              SessionResults.open(segment.path.toString(), 2, Engine.CONTEXTS, 1);
          session.finish();
          assertEquals(null, session.failure());
          List<ThreadResult> threads = session.threads();
          assertEquals(List.of("thread", "others", "virtual"), kinds(threads));
          assertEquals(101, threads.get(0).counters().asLongBuffer().get(7));
          assertEquals(5, threads.get(0).counters().asLongBuffer().get(8));
          assertEquals(100, threads.get(1).counters().asLongBuffer().get(7));
          assertEquals(102, threads.get(2).counters().asLongBuffer().get(7));
          assertEquals(303, session.counters().asLongBuffer().get(7));
        });
  }

  @Test
  void damagedRowsAreReported() throws IOException {
    inSegment(
        segment -> {
          SimulatedTarget target = new SimulatedTarget(segment);
          Carrier thread = target.thread(false, 300);
          segment.ownLease(thread.lease(), "damaged");
          segment.memory().putInt(segment.row(thread.lease()) + THREAD_NAME_LENGTH_OFFSET, 1000);
          SimulatedProgram.callTree(thread, new Random(1), 100);
          EngineSession session =
              SessionResults.open(segment.path.toString(), 2, Engine.CONTEXTS, 1);
          session.finish();
          assertNotNull(session.failure());
          assertTrue(session.failure().contains("row of thread 0 is damaged"), session.failure());
        });
  }

  /** In 4 MiB, there is room for the contexts, but not for the k-IPFs of single threads. */
  @Test
  void threadsWhoseResultsDoNotFitAreLeftOut() throws IOException {
    inSegment(
        segment -> {
          SimulatedTarget target = new SimulatedTarget(segment);
          Carrier thread = target.thread(false, 4000);
          segment.ownLease(thread.lease(), "large");
          SimulatedProgram.callTree(thread, new Random(1), 12_000);
          ProfileOptions options = new ProfileOptions(8, Engine.CONTEXTS);
          for (long memoryBytes : new long[] {4 << 20, EngineMemory.UNBOUNDED}) {
            boolean fits = memoryBytes == EngineMemory.UNBOUNDED;
            EngineSession session =
                EngineSession.open(segment.path.toString(), options, memoryBytes, 1);
            session.finish();
            assertEquals(null, session.failure());
            assertTrue(session.statisticsJson().contains("\"folds\":0,"));
            assertEquals(fits, session.statisticsJson().contains("\"ipf_least_count\":1,"));
            assertEquals(!fits, session.threadsLeftOut());
            assertEquals(fits ? List.of("thread") : List.of(), kinds(session.threads()));
          }
        });
  }

  private static List<String> kinds(List<ThreadResult> threads) {
    return threads.stream().map(ThreadResult::kind).toList();
  }

  private static void count(SegmentFixture segment, int lease, boolean carrier, int id, long n) {
    int block = segment.claim(0);
    segment.memory().putInt(segment.block(block), 1);
    segment.memory().putLong(segment.block(block) + PAGE_BYTES + 8 * id, n);
    segment.memory().putInt(segment.descriptor(block) + DESCRIPTOR_LEASE_OFFSET, lease);
    segment.memory().putInt(segment.descriptor(block) + DESCRIPTOR_CARRIER_OFFSET, carrier ? 1 : 0);
    segment.memory().putInt(segment.descriptor(block) + DESCRIPTOR_STATE_OFFSET, BLOCK_COUNTERS);
  }

  interface Body {
    void accept(SegmentFixture segment) throws IOException;
  }

  private static void inSegment(Body body) throws IOException {
    Path path = Files.createTempFile("kpath-test", ".segment");
    try {
      SegmentFixture segment = new SegmentFixture(path, BLOCKS, FLAG_KEEP, ROWS);
      segment.idCount(SimulatedProgram.IDS);
      body.accept(segment);
    } finally {
      Files.delete(path);
    }
  }
}
