package org.kpathjvm.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.kpathjvm.runtime.layout.SegmentLayout.HEADER_CONSUMER_PID_OFFSET;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.kpathjvm.engine.segment.FailureLog;
import org.kpathjvm.engine.segment.SegmentFixture;
import org.kpathjvm.engine.segment.SegmentReader;
import org.kpathjvm.engine.segment.StreamDrain;

/**
 * Tests the failure of a drain, which reads a segment's streams. The drain must report the failure
 * and not hold up the target. No thread may wait for the drain forever.
 */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class DrainWorkerTest {
  private static final long CONSUMER = 4711;

  @TempDir Path directory;
  private SegmentFixture segment;
  private final FailureLog failures = new FailureLog();

  /** A failure whose text can't be made, because {@code toString} fails, too. */
  private static final class Unsayable extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final Error why;

    Unsayable(Error why) {
      this.why = why;
    }

    @Override
    public String toString() {
      throw why;
    }
  }

  static List<Throwable> failures() {
    return List.of(
        new OutOfMemoryError("Java heap space"),
        new StackOverflowError(),
        new NoClassDefFoundError("org/kpathjvm/engine/Missing"),
        new InternalError("a fault occurred in an unsafe memory access operation"),
        new IllegalStateException());
  }

  @BeforeEach
  void createSegment() {
    segment = new SegmentFixture(directory.resolve("segment"), 64, 0);
    segment.idCount(100);
    segment.memory().putLong(HEADER_CONSUMER_PID_OFFSET, CONSUMER);
  }

  /** Emits a chunk with one path, which is the only path of its activation. */
  private void emit() {
    int lease = segment.newLease();
    int block = segment.claim(5);
    segment.publishStream(block, lease, 0, false);
    segment.word(block, 0, 1);
    segment.close(block, 4);
  }

  private DrainWorker worker(Throwable failure) {
    SegmentReader reader = SegmentReader.open(segment.path.toString());
    StreamDrain drain =
        new StreamDrain(
            reader,
            (from, number, lease, carrier) -> {
              throw DrainWorkerTest.<RuntimeException>thrown(failure);
            },
            failures,
            0,
            1);
    return new DrainWorker(drain, failures, 0, 1, segment.blockCount, 1 << 26);
  }

  @SuppressWarnings("unchecked")
  private static <T extends Throwable> T thrown(Throwable any) throws T {
    throw (T) any;
  }

  @ParameterizedTest
  @MethodSource("failures")
  void aFailureIsReportedAndTheDrainGoesOn(Throwable failure) throws InterruptedException {
    DrainWorker worker = worker(failure);
    emit();
    worker.end();
    worker.join();
    assertTrue(failures.text() != null);
    assertEquals(CONSUMER, segment.memory().getLong(HEADER_CONSUMER_PID_OFFSET));
  }

  @Test
  void aFailureIsReportedEvenWithoutMemoryForItsText() throws InterruptedException {
    DrainWorker worker = worker(new Unsayable(new OutOfMemoryError()));
    emit();
    worker.end();
    worker.join();
    assertTrue(failures.text().startsWith("out of memory while draining"), failures.text());
  }

  @Test
  void aDeadDrainBlocksNeitherTheTargetNorTheDrainsCallers() throws InterruptedException {
    DrainWorker worker = worker(new Unsayable(new StackOverflowError()));
    emit();
    CompletableFuture<Void> before = worker.drain().control().conclude(1);
    worker.start();
    worker.join();
    assertTrue(failures.text() != null);
    assertEquals(0, segment.memory().getLong(HEADER_CONSUMER_PID_OFFSET));
    assertTrue(before.isCompletedExceptionally());
    assertThrows(CancellationException.class, worker.drain().control().hold(1)::join);
  }
}
