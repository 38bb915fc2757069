package org.kpathjvm.engine.journal;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.kpathjvm.engine.journal.JournalFormat.MOST_RECORD_BYTES;
import static org.kpathjvm.runtime.layout.SegmentLayout.BLOCK_BYTES;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpathjvm.engine.journal.JournalWriter.Spilled;
import org.kpathjvm.engine.mapping.SegmentException;
import org.kpathjvm.runtime.layout.SegmentLayout;

/**
 * Tests the two kinds of chunks in a journal: those that are kept in case the engine is killed, and
 * spilled chunks, which are kept until they are counted. Each kind has its own limit.
 */
class JournalWriterTest {
  private static final int WORDS = BLOCK_BYTES / 4;

  @TempDir Path directory;

  private final Random random = new Random(1);
  private Path path;

  @BeforeEach
  void nameIt() {
    path = directory.resolve(JournalFormat.fileName(0));
  }

  private JournalWriter journal(long journalBytes, long spillBytes) throws IOException {
    return JournalWriter.create(directory, 0, 1, new JournalLimits(journalBytes, spillBytes));
  }

  /** Returns random words, which the journal's packing doesn't make smaller. */
  private int[] words(int count) {
    return random.ints(count).toArray();
  }

  private static ByteBuffer bytes(int[] words) {
    ByteBuffer bytes = ByteBuffer.allocateDirect(4 * words.length).order(ByteOrder.nativeOrder());
    bytes.asIntBuffer().put(words);
    return bytes;
  }

  private static BlockTag tag(int lease, long sequence, boolean carrier) {
    return new BlockTag(SegmentLayout.BLOCK_STREAM, lease, sequence, carrier, 7);
  }

  private static Spilled spill(JournalWriter journal, int[] words, long sequence) {
    return journal.spill(bytes(words), tag(3, sequence, false));
  }

  @Test
  void chunksAreInTheJournalInTheOrderOfWriting() throws IOException {
    JournalWriter journal = journal(Long.MAX_VALUE, Long.MAX_VALUE);
    List<int[]> written = List.of(words(WORDS), new int[WORDS], words(1), new int[5]);
    journal.append(bytes(written.get(0)), tag(3, 0, false));
    assertNotNull(spill(journal, written.get(1), 2));
    assertNotNull(spill(journal, written.get(2), 1));
    journal.append(bytes(written.get(3)), tag(4, 0, true));
    JournalReader reader = JournalReader.open(directory, 0);
    assertNull(reader.damage());
    assertEquals(
        List.of("3/0", "3/2", "3/1", "4/0"),
        reader.chunks().stream()
            .map(chunk -> chunk.tag().lease() + "/" + chunk.tag().sequence())
            .toList());
    for (int at = 0; at < written.size(); at++) {
      int[] words = new int[written.get(at).length];
      reader.chunks().get(at).copyWords(words, 0, words.length);
      assertArrayEquals(written.get(at), words);
    }
  }

  @Test
  void spilledChunksAreReadInAnyOrderWhileTheFileGrows() throws IOException {
    JournalWriter journal = journal(Long.MAX_VALUE, Long.MAX_VALUE);
    List<int[]> written = new ArrayList<>();
    List<Spilled> places = new ArrayList<>();
    for (int round = 0; round < 300; round++) {
      int[] words = round % 3 == 0 ? new int[1 + random.nextInt(WORDS)] : words(1 + round);
      written.add(words);
      places.add(spill(journal, words, round));
      journal.append(bytes(words(7)), tag(3, round, false));
      int at = random.nextInt(places.size());
      assertArrayEquals(written.get(at), journal.read(places.get(at)));
    }
  }

  @Test
  void spilledChunksSurviveAFullDisk() throws IOException {
    JournalWriter journal = journal(Long.MAX_VALUE, Long.MAX_VALUE);
    int[] words = words(100);
    Spilled chunk = spill(journal, words, 0);
    journal.fail(new IOException("No space left on device"));
    assertEquals("No space left on device", journal.failure());
    assertEquals(0, journal.bytes());
    assertTrue(Files.notExists(path));
    journal.append(bytes(words), tag(3, 1, false));
    assertArrayEquals(words, journal.read(chunk));
  }

  @Test
  void aJournalEndsAtItsLimit() throws IOException {
    JournalWriter journal = journal(100, 0);
    journal.append(bytes(words(1)), tag(0, 0, false));
    assertNull(journal.failure());
    journal.append(bytes(words(20)), tag(0, 1, false));
    assertEquals("it has reached its limit", journal.failure());
    assertTrue(Files.notExists(path));
  }

  @Test
  void withoutRoomNothingIsSpilled() throws IOException {
    JournalWriter journal = journal(Long.MAX_VALUE, 0);
    assertFalse(journal.canSpill());
    assertNull(spill(journal, words(1), 0));
    journal.append(bytes(words(1)), tag(0, 0, false));
    assertNull(journal.failure());
  }

  @Test
  void countedChunksDoNotCountTowardsTheSpillLimit() throws IOException {
    JournalWriter journal = journal(Long.MAX_VALUE, 2L * MOST_RECORD_BYTES);
    Spilled first = spill(journal, words(WORDS), 0);
    assertNotNull(spill(journal, words(WORDS), 1));
    assertNull(spill(journal, words(WORDS), 2));
    assertNull(journal.failure());
    journal.counted(first);
    assertNotNull(spill(journal, words(WORDS), 2));
  }

  /**
   * A journal with a spilled chunk has the larger of two limits: the one for journals and the one
   * for spilled chunks.
   */
  @Test
  void aJournalWithSpilledChunksHasTheLargerLimit() throws IOException {
    long room = 4L * MOST_RECORD_BYTES;
    JournalWriter journal = journal(MOST_RECORD_BYTES, room);
    Spilled chunk = spill(journal, words(WORDS), 0);
    journal.append(bytes(words(WORDS)), tag(3, 1, false));
    journal.append(bytes(words(WORDS)), tag(3, 2, false));
    assertNull(journal.failure());
    journal.append(bytes(words(WORDS)), tag(3, 3, false));
    assertEquals("it has reached its limit", journal.failure());
    assertEquals(WORDS, journal.read(chunk).length);
  }

  /**
   * After the journal's end, the file has no name and holds only spilled chunks. When all of them
   * have been counted, the file is emptied.
   */
  @Test
  void anEndedJournalIsEmptiedWhenAllChunksAreCounted() throws IOException {
    JournalWriter journal = journal(0, 3L * MOST_RECORD_BYTES);
    assertNull(journal.failure());
    assertTrue(Files.notExists(path));
    for (int round = 0; round < 10; round++) {
      int[] one = words(WORDS);
      int[] two = words(WORDS);
      Spilled first = spill(journal, one, round);
      Spilled second = spill(journal, two, round);
      assertNull(spill(journal, words(WORDS), round), "there is no room left");
      assertArrayEquals(one, journal.read(first));
      journal.counted(first);
      assertNull(spill(journal, words(WORDS), round), "the second chunk isn't counted yet");
      assertArrayEquals(two, journal.read(second));
      journal.counted(second);
    }
    assertNull(journal.failure());
  }

  @Test
  void aDamagedRecordIsReported() throws IOException {
    JournalWriter journal = journal(Long.MAX_VALUE, Long.MAX_VALUE);
    Spilled chunk = spill(journal, new int[500], 0);
    try (FileChannel file = FileChannel.open(path, StandardOpenOption.WRITE)) {
      for (long at = chunk.place(); at < chunk.place() + chunk.recordBytes(); at++) {
        ByteBuffer one = ByteBuffer.allocate(1);
        try (FileChannel reading = FileChannel.open(path, StandardOpenOption.READ)) {
          reading.read(one, at);
        }
        byte was = one.get(0);
        file.write(ByteBuffer.wrap(new byte[] {(byte) (was ^ 4)}), at);
        boolean isPadding = was == 0 && at >= chunk.place() + chunk.recordBytes() - 3;
        if (!isPadding) {
          assertThrows(SegmentException.class, () -> journal.read(chunk), "byte " + at);
        }
        file.write(ByteBuffer.wrap(new byte[] {was}), at);
      }
      assertEquals(500, journal.read(chunk).length);
      file.truncate(chunk.place() + 10);
      assertThrows(SegmentException.class, () -> journal.read(chunk));
    }
  }
}
