package org.kpathjvm.engine.segment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.kpathjvm.engine.EngineSession;
import org.kpathjvm.engine.segment.ProfileOptions.Engine;
import org.kpathjvm.engine.segment.SimulatedTarget.Activation;
import org.kpathjvm.engine.segment.SimulatedTarget.Carrier;
import org.kpathjvm.runtime.layout.SegmentLayout;

/** Tests engines that drain segments while producers fill them. */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class LiveSegmentTest {
  @TempDir Path directory;

  @ParameterizedTest
  @CsvSource({"1, 1, 4", "2, 2, 5", "4, 3, 6"})
  void threadsMayShareATinySegment(int k, int workers, int blocks) throws InterruptedException {
    SegmentFixture segment = segment(blocks);
    SimulatedTarget target = new SimulatedTarget(segment);
    EngineSession session =
        SessionResults.open(segment.path.toString(), k, Engine.CONTEXTS, workers);
    session.start();
    List<Thread> threads = new ArrayList<>();
    for (int seed = 0; seed < 3; seed++) {
      Carrier thread = target.thread(false, 50 + 977 * seed);
      Random random = new Random(seed);
      threads.add(
          new Thread(
              () -> {
                SimulatedProgram.callTree(thread, random, 40_000);
                thread.end();
              }));
    }
    finish(session, threads);
    SessionResults.check(session, k, target);
    assertEquals(0, segment.usedBlocks());
    assertTrue(
        session.segmentPeakBytes() > 0
            && session.segmentPeakBytes() <= (long) blocks * SegmentLayout.BLOCK_BYTES);
  }

  @Tag("slow")
  @Test
  void longSequencesAreCounted() throws InterruptedException {
    threadsMayShareATinySegment(8, 2, 16);
  }

  @ParameterizedTest
  @CsvSource({"2, 1", "5, 2"})
  void virtualThreadsMayShareATinySegment(int k, int workers) throws InterruptedException {
    SegmentFixture segment = segment(5);
    SimulatedTarget target = new SimulatedTarget(segment);
    EngineSession session = SessionResults.open(segment.path.toString(), k, Engine.K_SF, workers);
    session.start();
    List<Carrier> carriers =
        List.of(target.thread(true, 100), target.thread(true, 3000), target.thread(true, 50));
    Thread scheduler =
        new Thread(() -> SimulatedProgram.virtualThreads(carriers, new Random(k), 50, 40_000));
    finish(session, List.of(scheduler));
    SessionResults.check(session, k, target);
  }

  /** Closing a session ends the threads of its drains, even if the target never ends. */
  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void aClosedSessionHasNoThreads(int workers) throws InterruptedException {
    SegmentFixture segment = segment(4);
    Set<Thread> before = drainThreads();
    EngineSession session =
        SessionResults.open(segment.path.toString(), 2, Engine.CONTEXTS, workers);
    session.start();
    Set<Thread> drains = drainThreads();
    drains.removeAll(before);
    assertEquals(workers, drains.size());
    session.close();
    for (Thread drain : drains) {
      drain.join();
    }
    assertNull(session.failure());
    assertThrows(IllegalStateException.class, session::finish);
  }

  @Test
  void finishedResultsSurviveClosing() throws InterruptedException {
    SegmentFixture segment = segment(4);
    SimulatedTarget target = new SimulatedTarget(segment);
    EngineSession session = SessionResults.open(segment.path.toString(), 2, Engine.CONTEXTS, 1);
    session.start();
    Carrier thread = target.thread(false, 50);
    Thread running =
        new Thread(
            () -> {
              SimulatedProgram.callTree(thread, new Random(1), 4_000);
              thread.end();
            });
    finish(session, List.of(running));
    session.close();
    session.finish();
    SessionResults.check(session, 2, target);
  }

  private static Set<Thread> drainThreads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith("kpath-drain-"))
        .collect(Collectors.toCollection(HashSet::new));
  }

  /**
   * A thread has ended with nothing in its last chunk. The chunks of the next thread that gets the
   * lease must still be read.
   */
  @Test
  void anEmptyLastChunkIsSkipped() throws InterruptedException {
    SegmentFixture segment = segment(4);
    int lease = segment.newLease();
    int empty = segment.claim(0);
    segment.publishStream(empty, lease, 0, false);
    segment.close(empty, 0);
    EngineSession session = SessionResults.open(segment.path.toString(), 2, Engine.CONTEXTS, 1);
    session.start();
    int next = segment.claim(0);
    segment.publishStream(next, lease, 1, false);
    segment.word(next, 1, 1 << 24);
    segment.word(next, 2, 0);
    segment.word(next, 0, org.kpathjvm.runtime.layout.StreamFormat.BEGIN);
    segment.word(next, 3, 5);
    segment.word(next, 4, -6);
    while (session.events() < 2) {
      Thread.sleep(1);
    }
    session.finish();
    assertNull(session.failure());
    assertEquals(
        java.util.Map.of(List.of(5), 1L, List.of(6), 1L, List.of(5, 6), 1L),
        SessionResults.grams(session));
  }

  /**
   * The drain throws the damaged stream away while the producer still writes it, so the producer
   * never waits forever.
   */
  @Test
  void aDamagedStreamDoesNotBlockItsProducer() throws InterruptedException {
    SegmentFixture segment = segment(4);
    SimulatedTarget target = new SimulatedTarget(segment);
    EngineSession session = SessionResults.open(segment.path.toString(), 3, Engine.CONTEXTS, 1);
    session.start();
    Carrier bad = target.thread(false, 100);
    Activation activation = new Activation();
    bad.emit(activation, SimulatedProgram.IDS + 1);
    Thread thread =
        new Thread(
            () -> {
              for (int probe = 0; probe < 10_000; probe++) {
                bad.emit(activation, 1);
              }
            });
    finish(session, List.of(thread));
    assertEquals(
        "stream of lease 0 is damaged: chunk 0, byte 12: path id 51, but only 50 are known",
        session.failure());
    assertEquals(0, session.forest().counts().capacity());
    assertEquals(0, session.events());
  }

  private SegmentFixture segment(int blocks) {
    SegmentFixture segment = new SegmentFixture(directory.resolve("segment"), blocks, 0);
    segment.idCount(SimulatedProgram.IDS);
    return segment;
  }

  private static void finish(EngineSession session, List<Thread> producers)
      throws InterruptedException {
    producers.forEach(Thread::start);
    for (Thread producer : producers) {
      producer.join();
    }
    session.finish();
  }
}
