package org.kpathjvm.engine.segment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.kpathjvm.runtime.layout.SegmentLayout.*;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.kpathjvm.engine.EngineSession;
import org.kpathjvm.engine.mapping.SegmentException;
import org.kpathjvm.engine.segment.ProfileOptions.Engine;
import org.kpathjvm.runtime.layout.StreamFormat;

/**
 * Tests segments with content that neither the segment's creator nor a recorder would write. If the
 * engine notices such content, one line must say so. The content must never cause a crash or a
 * hang.
 */
class DamagedSegmentTest {
  private static final int[] NASTY = {
    0,
    1,
    -1,
    2,
    3,
    4,
    7,
    Integer.MIN_VALUE,
    StreamFormat.BEGIN,
    StreamFormat.RESUME,
    StreamFormat.CLOSE,
    StreamFormat.CLOSE + 1,
    StreamFormat.PACKED,
    StreamFormat.PACKED + 5,
    StreamFormat.PACKED + StreamFormat.PACKED_LAST + 31,
    StreamFormat.PACKED + StreamFormat.PACKED_WHOLE + 3,
    StreamFormat.PACKED + StreamFormat.PACKED_WHOLE + StreamFormat.PACKED_CLOSED + 1,
    StreamFormat.PACKED_LIMIT,
    Integer.MAX_VALUE,
    StreamFormat.MAX_ID,
    -StreamFormat.MAX_ID,
    65536,
    65540,
    13,
    1 << 24
  };

  @Property(tries = 300)
  void damagedWordsCauseNoCrash(
      @ForAll boolean kept, @ForAll @IntRange(min = 1, max = 4) int k, @ForAll long seed)
      throws IOException {
    damaged(
        kept,
        k,
        seed,
        (segment, random) ->
            segment.block(segment.blockCount - 1 - random.nextInt(20)) + 4 * random.nextInt(130));
  }

  @Property(tries = 300)
  void damagedDescriptorsCauseNoCrash(
      @ForAll boolean kept, @ForAll @IntRange(min = 1, max = 4) int k, @ForAll long seed)
      throws IOException {
    damaged(
        kept,
        k,
        seed,
        (segment, random) ->
            segment.descriptor(segment.blockCount - 1 - random.nextInt(20))
                + 4 * random.nextInt(6));
  }

  @Property(tries = 300)
  void damagedHeadersCauseNoCrash(
      @ForAll boolean kept, @ForAll @IntRange(min = 1, max = 4) int k, @ForAll long seed)
      throws IOException {
    damaged(
        kept,
        k,
        seed,
        (segment, random) -> 4 * random.nextInt((HEADER_LEASE_COUNT_OFFSET + 4) / 4));
  }

  @ParameterizedTest
  @CsvSource({
    "0, too few",
    "100, too few",
    "4095, too few",
    "4096, damaged header",
    "100000, damaged header"
  })
  void truncatedFilesAreRefused(long length, String expected) throws IOException {
    KeptSegmentTest.inSegment(
        FLAG_KEEP,
        segment -> {
          try (FileChannel file = FileChannel.open(segment.path, StandardOpenOption.WRITE)) {
            file.truncate(length);
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
          assertRefused(segment.path, expected);
        });
  }

  @Test
  void otherFilesAreRefused() throws IOException {
    Path file = Files.createTempFile("kpath-test", ".segment");
    Files.write(file, new byte[10_000]);
    assertRefused(file, "not a segment");
    Files.delete(file);
    assertRefused(file, "no such file");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 99})
  void anotherVersionIsRefused(int version) throws IOException {
    KeptSegmentTest.inSegment(
        0,
        segment -> {
          segment.memory().putInt(HEADER_VERSION_OFFSET, version);
          assertRefused(
              segment.path, "layout version " + version + ", but this kpath-jvm reads " + VERSION);
        });
  }

  @ParameterizedTest
  @CsvSource({"-1, 1000", "4294967296, 1000", "1000, -1", "1000, 2147483647"})
  void aHeaderDamagedAfterOpeningIsReported(long ids, int firstWhole) throws IOException {
    KeptSegmentTest.inSegment(
        0,
        segment -> {
          segment.idCount(SimulatedProgram.IDS + WHOLE_WORDS);
          segment.memory().putInt(HEADER_FIRST_WHOLE_ID_OFFSET, SimulatedProgram.IDS);
          EngineSession session =
              SessionResults.open(segment.path.toString(), 2, Engine.CONTEXTS, 1);
          assertNull(session.failure());
          segment.memory().putLong(HEADER_ID_COUNT_OFFSET, ids);
          segment.memory().putInt(HEADER_FIRST_WHOLE_ID_OFFSET, firstWhole);
          assertEquals(0, session.events());
          assertEquals(0, session.emitted());
          assertTrue(session.failure().contains("damaged header"), session.failure());
          session.finish();
          assertEquals(0, session.events());
          assertTrue(session.failure().contains("damaged header"), session.failure());
        });
  }

  private static void assertRefused(Path file, String expected) {
    SegmentException refused =
        assertThrows(
            SegmentException.class,
            () -> SessionResults.open(file.toString(), 2, Engine.CONTEXTS, 1));
    assertTrue(refused.getMessage().contains(expected), refused.getMessage());
    assertFalse(refused.getMessage().contains("\n"));
  }

  interface Target {
    int offset(SegmentFixture segment, Random random);
  }

  private static void damaged(boolean kept, int k, long seed, Target damage) throws IOException {
    Random random = new Random(seed);
    KeptSegmentTest.inSegment(
        kept ? FLAG_KEEP : 0,
        segment -> {
          SimulatedTarget target = new SimulatedTarget(segment);
          SimulatedProgram.callTree(target.thread(false, 100), random, 300);
          SimulatedProgram.virtualThreads(
              List.of(target.thread(true, 60), target.thread(true, 130)), random, 4, 60);
          for (int times = random.nextInt(3); times >= 0; times--) {
            int word =
                random.nextBoolean() ? NASTY[random.nextInt(NASTY.length)] : random.nextInt();
            segment.memory().putInt(damage.offset(segment, random), word);
          }
          assertTimeoutPreemptively(Duration.ofMinutes(5), () -> read(segment, k));
        });
  }

  private static void read(SegmentFixture segment, int k) {
    EngineSession session;
    try {
      session = SessionResults.open(segment.path.toString(), k, Engine.CONTEXTS, 2);
    } catch (SegmentException refused) {
      assertFalse(refused.getMessage().contains("\n"));
      return;
    }
    session.start();
    session.finish();
    String failure = session.failure();
    assertTrue(
        failure == null || !failure.contains("\n") && !failure.contains("Exception"), failure);
    SessionResults.grams(session);
    assertTrue(session.statisticsJson().startsWith("{\"k\":"));
  }
}
