package org.kpathjvm.engine.segment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.kpathjvm.engine.journal.JournalFormat.*;
import static org.kpathjvm.runtime.layout.SegmentLayout.HEADER_NEXT_ACTIVATION_OFFSET;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.kpathjvm.engine.EngineSession;
import org.kpathjvm.engine.journal.JournalLimits;
import org.kpathjvm.engine.journal.JournalWriter;
import org.kpathjvm.engine.mapping.SegmentException;
import org.kpathjvm.engine.segment.ProfileOptions.Engine;

/**
 * Tests damaged journals. The consumer has moved all finished chunks from the segment into the
 * journal. Their data isn't anywhere else, so any damage must be reported.
 */
class JournalDamageTest {
  private static final int K = 3;
  private static final ProfileOptions OPTIONS = new ProfileOptions(K, Engine.CONTEXTS);

  @TempDir Path directory;
  private Path journal;
  private SegmentFixture segment;
  private SimulatedTarget target;

  @BeforeEach
  void consumeAll() throws IOException {
    consumeAll(false);
  }

  /** Records and consumes a stream. Unless its thread ends, the last chunk stays in the segment. */
  private void consumeAll(boolean ends) throws IOException {
    segment = new SegmentFixture(directory.resolve("segment"), 40, 0);
    segment.idCount(SimulatedProgram.IDS);
    target = new SimulatedTarget(segment);
    SimulatedTarget.Carrier thread = target.thread(false, 100);
    SimulatedProgram.callTree(thread, new Random(1), 500);
    if (ends) {
      thread.end();
    }
    SegmentReader reader = SegmentReader.open(segment.path.toString());
    FailureLog failures = new FailureLog();
    ProfileSet profiles = new ProfileSet(OPTIONS, EngineMemory.of(EngineMemory.UNBOUNDED, 1));
    StreamDrain drain = new StreamDrain(reader, profiles, failures, 0, 1);
    drain.keepJournal(directory, JournalLimits.UNLIMITED_WITHOUT_SPILL);
    while (drain.pass(true)) {
      // The loop goes on until nothing is left.
    }
    assertNull(failures.text());
    writeLong(segment.path, HEADER_NEXT_ACTIVATION_OFFSET, 1);
    journal = directory.resolve(fileName(0));
  }

  @Test
  void anUndamagedJournalGivesAllCounts() {
    EngineSession session = recover();
    session.finish();
    assertNull(session.failure());
    SessionResults.check(session, K, target);
  }

  @Test
  void aJournalOfMoreDrainsThanThereCanBeIsRefused() throws IOException {
    byte[] bytes = Files.readAllBytes(journal);
    ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder()).putInt(HEADER_DRAINS_OFFSET, 65);
    Files.write(journal, bytes);
    String refused = assertThrows(SegmentException.class, this::recover).getMessage();
    assertTrue(refused.endsWith("comes from a run with 65 drains; there are at most 64"), refused);
  }

  /** Damages each byte of every record's header, and some bytes of the data after the header. */
  @Test
  void damageOfARecordIsReported() throws IOException {
    byte[] whole = Files.readAllBytes(journal);
    ByteBuffer fields = ByteBuffer.wrap(whole).order(ByteOrder.nativeOrder());
    int records = 0;
    int record = HEADER_BYTES;
    while (record < whole.length) {
      int stored = fields.getInt(record + RECORD_STORED_BYTES_OFFSET);
      int words = record + RECORD_HEADER_BYTES;
      for (int at = record; at < words + stored; at += at < words ? 1 : stored / 20 + 1) {
        assertDamageIsTold(whole, at);
      }
      assertDamageIsTold(whole, words + stored - 1);
      record = words + paddedBytes(stored);
      records++;
    }
    assertTrue(records > 1, records + " records");
  }

  private void assertDamageIsTold(byte[] whole, int at) throws IOException {
    byte[] damaged = whole.clone();
    damaged[at] ^= 1;
    Files.write(journal, damaged);
    EngineSession session = recover();
    session.finish();
    assertNotNull(session.failure(), "byte " + at);
  }

  @Test
  void aTruncatedRecordIsReported() throws IOException {
    byte[] whole = Files.readAllBytes(journal);
    Files.write(journal, Arrays.copyOf(whole, whole.length - 1));
    assertTold("cut short");
  }

  /** The file may end anywhere within the last record, even within the record's header. */
  @Test
  void aTruncatedLastRecordIsReported() throws IOException {
    directory = Files.createDirectory(directory.resolve("ended"));
    consumeAll(true);
    byte[] whole = Files.readAllBytes(journal);
    ByteBuffer fields = ByteBuffer.wrap(whole).order(ByteOrder.nativeOrder());
    int record = HEADER_BYTES;
    int next = HEADER_BYTES;
    while (next < whole.length) {
      record = next;
      int stored = fields.getInt(record + RECORD_STORED_BYTES_OFFSET);
      next = record + RECORD_HEADER_BYTES + paddedBytes(stored);
    }
    for (int length = whole.length - 1; length > record; length--) {
      Files.write(journal, Arrays.copyOf(whole, length));
      assertTold("cut short");
    }
  }

  @Test
  void aMissingJournalIsReported() throws IOException {
    Files.delete(journal);
    assertTold("chunk 0 is missing");
  }

  @Test
  void aMissingJournalOfOneDrainIsReported() throws IOException {
    byte[] whole = Files.readAllBytes(journal);
    ByteBuffer.wrap(whole).order(ByteOrder.nativeOrder()).putInt(HEADER_DRAINS_OFFSET, 2);
    Files.write(journal, whole);
    assertTold("a journal with data that the engine took out of the segment is missing in ");
  }

  @Test
  void aJournalOfAnUnknownDrainIsRefused() throws IOException {
    JournalWriter.create(directory, 1, 2, JournalLimits.UNLIMITED_WITHOUT_SPILL).close();
    assertThrows(SegmentException.class, this::recover);
  }

  @Test
  void aDirectoryInPlaceOfAJournalIsRefused() throws IOException {
    Files.delete(journal);
    Files.createDirectory(journal);
    SegmentException refused = assertThrows(SegmentException.class, this::recover);
    assertTrue(refused.getMessage().contains("not a file"), refused.getMessage());
  }

  @ParameterizedTest
  @ValueSource(ints = {OLDEST_VERSION, VERSION})
  void aJournalOfAKnownVersionIsRead(int version) throws IOException {
    writeVersion(version);
    anUndamagedJournalGivesAllCounts();
  }

  @ParameterizedTest
  @ValueSource(ints = {OLDEST_VERSION - 1, VERSION + 1})
  void aJournalOfAnotherVersionIsRefused(int version) throws IOException {
    writeVersion(version);
    SegmentException refused = assertThrows(SegmentException.class, this::recover);
    assertTrue(refused.getMessage().contains("version " + version), refused.getMessage());
  }

  private void writeVersion(int version) throws IOException {
    byte[] whole = Files.readAllBytes(journal);
    ByteBuffer.wrap(whole).order(ByteOrder.nativeOrder()).putInt(HEADER_VERSION_OFFSET, version);
    Files.write(journal, whole);
  }

  private void assertTold(String what) {
    EngineSession session = recover();
    session.finish();
    assertNotNull(session.failure());
    assertTrue(session.failure().contains(what), session.failure());
    assertEquals(1, session.failure().lines().count());
  }

  private EngineSession recover() {
    return EngineSession.recover(
        segment.path.toString(), directory.toString(), OPTIONS, EngineMemory.UNBOUNDED, 1);
  }

  private static void writeLong(Path path, int offset, long value) throws IOException {
    try (var file = FileChannel.open(path, StandardOpenOption.WRITE)) {
      ByteBuffer field = ByteBuffer.allocate(8).order(ByteOrder.nativeOrder());
      file.write(field.putLong(value).flip(), offset);
    }
  }
}
