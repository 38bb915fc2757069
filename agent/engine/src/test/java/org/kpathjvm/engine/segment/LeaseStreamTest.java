package org.kpathjvm.engine.segment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpathjvm.engine.segment.SimulatedTarget.Activation;
import org.kpathjvm.engine.segment.SimulatedTarget.Carrier;
import org.kpathjvm.runtime.layout.StreamFormat;

/** Tests the chunks of one lease. The segment's blocks are claimed from the end: 7, 6, 5, ... */
class LeaseStreamTest {
  private static final int BLOCKS = 8;

  /** A number of chunks that is larger than the number of blocks. */
  private static final int CHUNKS = 64;

  /**
   * The number of words of a chunk. A chunk has room for a BEGIN with two paths, or for five paths,
   * because a path is written only where the longest record would still fit, that is, up to word 4.
   */
  private static final int CHUNK_WORDS = 4 + StreamFormat.MAX_RECORD_BYTES / 4;

  @TempDir Path directory;

  private final FailureLog failures = new FailureLog();
  private SegmentFixture segment;
  private SimulatedTarget target;
  private StreamProfile profile;
  private LeaseStream stream;

  @BeforeEach
  void open() {
    segment = new SegmentFixture(directory.resolve("segment"), BLOCKS, 0);
    segment.idCount(100);
    target = SimulatedTarget.withoutWaiting(segment);
    SegmentReader reader = SegmentReader.open(segment.path.toString());
    profile = new StreamProfile(new ProfileOptions(1, ProfileOptions.Engine.CONTEXTS), false, 0);
    BlockLedger blocks = new BlockLedger(reader);
    stream =
        new LeaseStream(
            blocks,
            new WordDecoder(blocks, new StreamCounts()),
            0,
            false,
            profile,
            new DrainParts(() -> false),
            failures);
  }

  /**
   * Emits one activation in chunks. The first chunk has two of the activation's paths, and each
   * later chunk has up to five.
   */
  private Carrier emit(int paths) {
    Carrier thread = target.thread(false, CHUNK_WORDS);
    thread.emit(new Activation(), 1, paths);
    return thread;
  }

  private void turn(boolean ending) {
    stream.turn(CHUNKS, 1, true, ending);
  }

  @Test
  void chunksFoundInAnyOrderAreConsumedInOrder() {
    emit(12).end();
    assertEquals(5, segment.freeBlocks());
    stream.offer(2, 5, false);
    turn(false);
    assertEquals(0, profile.counter().count(1));
    stream.offer(1, 6, false);
    stream.offer(0, 7, false);
    turn(false);
    assertEquals(12, profile.counter().count(1));
    assertNull(failures.text());
  }

  @Test
  void consumedChunksAreFreed() {
    emit(12).end();
    stream.offer(0, 7, false);
    assertTrue(stream.turn(CHUNKS, 1, true, false));
    assertEquals(6, segment.freeBlocks());
    assertTrue(stream.wantsChunk());
  }

  @Test
  void anOpenChunkIsReadAsItGrows() {
    Carrier thread = target.thread(false, 100);
    Activation activation = new Activation();
    thread.emit(activation, 1, 2);
    stream.offer(0, 7, false);
    assertTrue(stream.turn(CHUNKS, 1, true, false));
    assertEquals(2, profile.counter().count(1));
    assertFalse(stream.turn(CHUNKS, 2, true, false));
    thread.emit(activation, 1, 3);
    assertTrue(stream.turn(CHUNKS, 3, true, false));
    assertEquals(5, profile.counter().count(1));
    assertEquals(7, segment.freeBlocks());
  }

  /** The target died between two stores, so the chunk has a successor but was never closed. */
  @Test
  void aDeadTargetsOpenChunkWithASuccessorIsFinished() {
    emit(12).end();
    segment.close(7, 0);
    stream.offer(0, 7, false);
    stream.offer(1, 6, false);
    stream.offer(2, 5, false);
    turn(false);
    assertTrue(profile.counter().count(1) < 12);
    turn(true);
    assertEquals(12, profile.counter().count(1));
    assertEquals(BLOCKS, segment.freeBlocks());
  }

  @Test
  void twoChunksWithTheSameNumberAreDamage() {
    stream.offer(0, 7, false);
    stream.offer(0, 6, false);
    assertEquals(
        "stream of lease 0 is damaged: there are two chunks with the number 0", failures.text());
  }

  @Test
  void aConsumedChunkThatComesAgainIsDamage() {
    emit(12).end();
    stream.offer(0, 7, false);
    turn(false);
    stream.offer(0, 7, false);
    assertEquals(
        "stream of lease 0 is damaged: there are two chunks with the number 0", failures.text());
  }

  @Test
  void aCarriersChunkIsRefusedByAThreadsStream() {
    stream.offer(0, 7, true);
    assertEquals(
        "stream of lease 0 is damaged: chunk 0 is a carrier's, but other chunks of the lease aren't",
        failures.text());
  }

  @Test
  void aMissingChunkIsReported() {
    emit(12).end();
    stream.offer(1, 6, false);
    turn(true);
    stream.complete();
    assertEquals("stream of lease 0 is damaged: chunk 0 is missing", failures.text());
  }

  @Test
  void withAllChunksTheStreamIsComplete() {
    emit(3).end();
    stream.offer(0, 7, false);
    stream.offer(1, 6, false);
    turn(true);
    stream.complete();
    assertEquals(3, profile.counter().count(1));
    assertEquals(BLOCKS, segment.freeBlocks());
    assertNull(failures.text());
  }

  /** If the chunks weren't freed, the target would wait forever for free blocks. */
  @Test
  void chunksOfADamagedStreamAreFreedUnread() {
    emit(12).end();
    segment.close(7, 13);
    stream.offer(0, 7, false);
    stream.offer(1, 6, false);
    stream.offer(2, 5, false);
    turn(false);
    turn(false);
    assertEquals(
        "stream of lease 0 is damaged: chunk 0, byte 0: the chunk's final size is 13 bytes",
        failures.text());
    assertEquals(0, profile.counter().count(1));
    assertEquals(BLOCKS, segment.freeBlocks());
  }

  @Test
  void chunksOfADiscardedStreamAreFreedUnread() {
    emit(12).end();
    stream.discard();
    stream.offer(0, 7, false);
    turn(false);
    assertEquals(0, profile.counter().count(1));
    assertEquals(6, segment.freeBlocks());
    assertNull(failures.text());
  }
}
