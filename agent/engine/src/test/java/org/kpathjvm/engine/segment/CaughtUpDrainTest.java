package org.kpathjvm.engine.segment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpathjvm.engine.segment.SimulatedTarget.Activation;
import org.kpathjvm.engine.segment.SimulatedTarget.Carrier;
import org.kpathjvm.runtime.layout.StreamFormat;

/**
 * Tests the moment at which a drain reports that it has caught up with the target. A drain that has
 * caught up may rest.
 */
class CaughtUpDrainTest {
  /**
   * The number of words of a small chunk. Such a chunk has room for a BEGIN with two paths, or for
   * five paths (see LeaseStreamTest).
   */
  private static final int SMALL_CHUNK_WORDS = 4 + StreamFormat.MAX_RECORD_BYTES / 4;

  private static final int LARGE_CHUNK_WORDS = 200;

  @TempDir Path directory;

  private SimulatedTarget target;
  private StreamDrain drain;

  @BeforeEach
  void open() {
    SegmentFixture segment = new SegmentFixture(directory.resolve("segment"), 64, 0);
    segment.idCount(100);
    target = SimulatedTarget.withoutWaiting(segment);
    ProfileOptions options = new ProfileOptions(1, ProfileOptions.Engine.CONTEXTS);
    ProfileSet profiles = new ProfileSet(options, EngineMemory.of(1 << 26, 1));
    SegmentReader reader = SegmentReader.open(segment.path.toString());
    drain = new StreamDrain(reader, profiles, new FailureLog(), 0, 1);
  }

  @Test
  void aDrainHasCaughtUpAtTheEndOfAllOpenChunks() {
    Carrier first = target.thread(false, LARGE_CHUNK_WORDS);
    Carrier second = target.thread(false, LARGE_CHUNK_WORDS);
    Activation activation = new Activation();
    first.emit(activation, 1, 2);
    second.emit(new Activation(), 1, 3);
    assertTrue(drain.pass(false));
    assertTrue(drain.hasCaughtUp());
    first.emit(activation, 1, 4);
    assertTrue(drain.pass(false));
    assertEquals(9, drain.events());
    assertTrue(drain.hasCaughtUp());
  }

  /** The target may have begun the next chunk, which isn't searched for before the next pass. */
  @Test
  void aDrainHasNotCaughtUpRightAfterAChunksEnd() {
    Carrier thread = target.thread(false, LARGE_CHUNK_WORDS);
    thread.emit(new Activation(), 1, 2);
    thread.end();
    assertTrue(drain.pass(false));
    assertFalse(drain.hasCaughtUp());
    drain.pass(false);
    assertTrue(drain.hasCaughtUp());
  }

  @Test
  void aDrainHasNotCaughtUpIfItsTurnEndedFirst() {
    drain.shortenTurns(1);
    Carrier thread = target.thread(false, SMALL_CHUNK_WORDS);
    thread.emit(new Activation(), 1, 12);
    int passes = 0;
    while (drain.events() < 12) {
      assertTrue(drain.pass(false));
      assertEquals(drain.events() == 12, drain.hasCaughtUp());
      passes++;
    }
    assertTrue(passes > 2, passes + " passes");
  }
}
