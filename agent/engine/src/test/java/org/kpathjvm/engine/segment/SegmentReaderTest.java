package org.kpathjvm.engine.segment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.kpathjvm.runtime.layout.SegmentLayout.FLAG_KEEP;
import static org.kpathjvm.runtime.layout.SegmentLayout.TARGET_ENDED_EARLY;
import static org.kpathjvm.runtime.layout.SegmentLayout.THREAD_NAME_LENGTH_OFFSET;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpathjvm.engine.journal.BlockTag;
import org.kpathjvm.engine.mapping.SegmentException;
import org.kpathjvm.runtime.layout.SegmentLayout;

class SegmentReaderTest {
  @TempDir Path directory;

  private SegmentFixture segment(int flags, int rows) {
    return new SegmentFixture(directory.resolve("segment"), 4, flags, rows);
  }

  private static SegmentReader open(SegmentFixture segment) {
    return SegmentReader.open(segment.path.toString());
  }

  private String refused(Path path) {
    return assertThrows(SegmentException.class, () -> SegmentReader.open(path.toString()))
        .getMessage();
  }

  @Test
  void aLinkOrAMissingFileIsRefused() throws IOException {
    Path link = Files.createSymbolicLink(directory.resolve("link"), segment(0, 0).path);
    assertEquals("segment " + link + ": no such file, or a link", refused(link));
    Path missing = directory.resolve("missing");
    assertEquals("segment " + missing + ": no such file, or a link", refused(missing));
  }

  @Test
  void aTruncatedHeaderIsRefused() throws IOException {
    Path file = Files.write(directory.resolve("short"), new byte[100]);
    assertEquals("segment " + file + ": 100 bytes are too few for a segment", refused(file));
  }

  @Test
  void anInvalidIdCountIsRefused() {
    SegmentFixture segment = segment(0, 0);
    segment.idCount(7);
    assertEquals(7, open(segment).idCount());
    segment.idCount(-1);
    assertThrows(SegmentException.class, () -> open(segment).idCount());
  }

  @Test
  void aFreedBlockIsZeroedAndUnowned() {
    SegmentFixture segment = segment(0, 0);
    segment.claim(1);
    segment.publishStream(1, 3, 5, true);
    segment.word(1, 0, 77);
    segment.close(1, 4);
    SegmentReader reader = open(segment);
    assertEquals(77, reader.word(1, 0));
    reader.free(1);
    assertEquals(0, reader.word(1, 0));
    assertEquals(-1, reader.lease(1));
    assertEquals(0, reader.finalBytes(1));
    assertEquals(4, segment.freeBlocks());
  }

  @Test
  void aPublishedChunkIsDescribed() {
    SegmentFixture segment = segment(FLAG_KEEP, 0);
    segment.claim(2);
    segment.publishStream(2, 3, 5, true);
    SegmentReader reader = open(segment);
    assertTrue(reader.kept());
    assertTrue(reader.carrier(2));
    assertEquals(5, reader.sequence(2));
    assertTrue(reader.holds(new BlockTag(SegmentLayout.BLOCK_STREAM, 3, 5, true, 0)::equals));
    assertFalse(reader.holds(new BlockTag(SegmentLayout.BLOCK_STREAM, 3, 4, true, 0)::equals));
    assertFalse(reader.holds(new BlockTag(SegmentLayout.BLOCK_STREAM, 3, 5, true, 1)::equals));
    assertTrue(reader.hasChunks());
  }

  @Test
  void wordsAreCopiedToTheSamePlaces() {
    SegmentFixture segment = segment(0, 0);
    for (int word = 0; word < 4; word++) {
      segment.word(3, word, 10 + word);
    }
    int[] words = new int[6];
    open(segment).copyWords(3, words, 1, 3);
    assertEquals("[0, 11, 12, 0, 0, 0]", java.util.Arrays.toString(words));
  }

  @Test
  void onlyLeasesOfSingleThreadsHaveNames() {
    SegmentFixture segment = segment(0, 2);
    segment.ownLease(1, "caf\u00e9");
    segment.ownLease(2, "behind the rows");
    SegmentReader reader = open(segment);
    assertEquals("caf\u00e9", reader.threadName(1));
    assertNull(reader.threadName(0));
    assertNull(reader.threadName(2));
  }

  @Test
  void aDamagedRowIsRefused() {
    SegmentFixture segment = segment(0, 2);
    segment.ownLease(1, "name");
    segment.memory().putInt(segment.row(1) + THREAD_NAME_LENGTH_OFFSET, -1);
    assertThrows(SegmentException.class, () -> open(segment).threadName(1));
  }

  @Test
  void theTargetMayReportAnEarlyEnd() {
    SegmentFixture segment = segment(0, 0);
    assertFalse(open(segment).endedEarly());
    segment.targetState(TARGET_ENDED_EARLY);
    assertTrue(open(segment).endedEarly());
  }
}
