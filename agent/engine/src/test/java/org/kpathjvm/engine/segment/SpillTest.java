package org.kpathjvm.engine.segment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.kpathjvm.engine.EngineSession;
import org.kpathjvm.engine.counting.CounterSum;
import org.kpathjvm.engine.counting.FoldedContexts;
import org.kpathjvm.engine.counting.GramCounts;
import org.kpathjvm.engine.counting.SequenceCounter;
import org.kpathjvm.engine.ipf.PathForestBuilder;
import org.kpathjvm.engine.journal.JournalFormat;
import org.kpathjvm.engine.journal.JournalLimits;
import org.kpathjvm.engine.segment.ProfileOptions.Engine;
import org.kpathjvm.engine.segment.SimulatedTarget.Carrier;
import org.kpathjvm.runtime.layout.SegmentLayout;
import org.kpathjvm.runtime.layout.StreamFormat;

/**
 * Tests an engine that can't keep up. Such an engine saves chunks in its journal, frees their
 * blocks in the segment, and counts the chunks later.
 */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class SpillTest {
  private static final int BLOCKS = 120;
  private static final int K = 4;

  /** Chunks that wait to be read again are roughly within this many bytes of the journal's end. */
  private static final long MOST_WAITING = 1 << 20;

  private static final long UNLIMITED = Long.MAX_VALUE;
  private static final ProfileOptions OPTIONS = new ProfileOptions(K, Engine.CONTEXTS);

  @TempDir Path directory;

  private final Random random = new Random(3);
  private SegmentFixture segment;
  private SimulatedTarget target;
  private Carrier thread;
  private Carrier other;
  private List<Carrier> carriers;

  @BeforeEach
  void begin() {
    segment = new SegmentFixture(directory.resolve("segment"), BLOCKS, 0);
    segment.idCount(SimulatedProgram.IDS);
    target = SimulatedTarget.withoutWaiting(segment);
    thread = target.thread(false, 40);
    other = target.thread(false, 70);
    carriers = List.of(target.thread(true, 30), target.thread(true, 50));
  }

  private void fill() {
    while (segment.freeBlocks() > 20) {
      SimulatedProgram.callTree(thread, random, 10);
      SimulatedProgram.wholes(thread, random, 10);
      SimulatedProgram.callTree(other, random, 5);
      SimulatedProgram.wholes(carriers.get(0), random, 10);
      SimulatedProgram.virtualThreads(carriers, random, 3, 4);
    }
  }

  private EngineSession open(int workers, long journalBytes, long spillBytes) {
    EngineSession session =
        SessionResults.open(segment.path.toString(), K, Engine.CONTEXTS, workers);
    session.keepJournals(directory.toString(), journalBytes, spillBytes);
    return session;
  }

  private StreamDrain drain(ProfileSet profiles, FailureLog failures) throws IOException {
    SegmentReader reader = SegmentReader.open(segment.path.toString());
    StreamDrain drain = new StreamDrain(reader, profiles, failures, 0, 1);
    drain.keepJournal(directory, new JournalLimits(UNLIMITED, UNLIMITED));
    return drain;
  }

  private static ProfileSet profiles() {
    return new ProfileSet(OPTIONS, EngineMemory.of(EngineMemory.UNBOUNDED, 1));
  }

  @ParameterizedTest
  @CsvSource({"1, 9223372036854775807", "2, 9223372036854775807", "1, 0", "2, 3000", "1, 40000"})
  void spilledChunksAreCountedInOrder(int workers, long journalBytes) throws Exception {
    fill();
    EngineSession session = open(workers, journalBytes, UNLIMITED);
    session.start();
    long filled = 0;
    for (int round = 0; round < 3; round++) {
      // The program waits here for the consumer. Otherwise, the program might end before the
      // consumer spills anything, and a consumer spills nothing after its target's death.
      while (session.events() == filled || segment.freeBlocks() < BLOCKS / 2) {
        Thread.sleep(1);
      }
      filled = session.events();
      fill();
    }
    List.of(thread, other, carriers.get(0), carriers.get(1)).forEach(Carrier::end);
    session.finish();
    assertTrue(session.spilledBytes() > 0);
    SessionResults.check(session, K, target);
    assertEquals(0, segment.usedBlocks());
  }

  @Test
  void withoutJournalsAllChunksAreCounted() throws Exception {
    fill();
    EngineSession session = SessionResults.open(segment.path.toString(), K, Engine.CONTEXTS, 2);
    // The second drain's journal can't be made, because a directory has the journal's name.
    Files.createDirectory(directory.resolve(JournalFormat.fileName(1)));
    String failure = session.keepJournals(directory.toString(), UNLIMITED, UNLIMITED);
    assertTrue(failure.startsWith("a journal can't be created ("), failure);
    session.start();
    List.of(thread, other, carriers.get(0), carriers.get(1)).forEach(Carrier::end);
    session.finish();
    SessionResults.check(session, K, target);
    assertFalse(Files.exists(directory.resolve(JournalFormat.fileName(0))));
  }

  /**
   * When many chunks wait to be counted, one pass may take a long time. Even in the middle of a
   * pass, the drain reports how many events have been counted so far.
   */
  @Test
  void countedEventsAreReportedAfterEachChunk() throws IOException {
    while (segment.freeBlocks() > 20) {
      SimulatedProgram.callTree(thread, random, 10);
    }
    List<Long> told = new ArrayList<>();
    List<StreamDrain> drains = new ArrayList<>();
    StreamProfile profile =
        new StreamProfile(OPTIONS, false, 0) {
          @Override
          protected int feed(int[] words, int from, int to, int maxId, int state) {
            told.add(drains.get(0).events());
            return super.feed(words, from, to, maxId, state);
          }
        };
    SegmentReader reader = SegmentReader.open(segment.path.toString());
    drains.add(
        new StreamDrain(
            reader, (ofSegment, drain, lease, carrier) -> profile, new FailureLog(), 0, 1));
    drains.get(0).pass(false);
    assertTrue(told.stream().distinct().count() > 20, told.toString());
    assertEquals(told.stream().sorted().toList(), told);
    assertEquals(drains.get(0).counts().events(), drains.get(0).events());
  }

  @Test
  void nothingIsSpilledWhileTheSegmentHasRoom() throws IOException {
    SimulatedProgram.callTree(thread, random, 100);
    FailureLog failures = new FailureLog();
    StreamDrain drain = drain(profiles(), failures);
    drain.pass(false);
    assertTrue(drain.events() > 0);
    assertEquals(0, drain.spilledBytes());
    assertNull(failures.text());
  }

  @Test
  void afterSpillingTwiceAsManyBlocksAreFreeAsChunksWait() throws IOException {
    while (segment.freeBlocks() > BLOCKS / 4) {
      SimulatedProgram.callTree(thread, random, 1);
    }
    // The chunk of one used block is still open, so this chunk can't be spilled yet.
    int waiting = BLOCKS - BLOCKS / 4 - 1;
    StreamDrain drain = drain(profiles(), new FailureLog());
    drain.pass(false);
    int expected = (2 * waiting - BLOCKS / 4 + 2) / 3;
    assertEquals((long) expected * SegmentLayout.BLOCK_BYTES, drain.spilledBytes());
  }

  /**
   * In each stream, the chunks that will be counted last are spilled first. So the chunk that is
   * counted next is often still in the segment while spilled chunks wait. Even then, the drain
   * reports that counting is behind.
   */
  @Test
  void countingIsBehindWhileSpilledChunksWait() throws IOException {
    while (segment.freeBlocks() > BLOCKS / 4) {
      SimulatedProgram.callTree(thread, random, 1);
    }
    StreamDrain drain = drain(profiles(), new FailureLog());
    assertEquals(0, drain.behindNanos());
    drain.shortenTurns(1);
    drain.pass(false);
    assertTrue(drain.spilledBytes() > 0);
    assertTrue(drain.behindNanos() > 0);
    while (drain.pass(true)) {
      // The loop goes on until nothing is left.
    }
    drain.complete();
    assertEquals(0, drain.behindNanos());
  }

  /**
   * When counting can't keep up, several threads share it, both while the target runs and after its
   * end.
   */
  @Test
  void countingIsSharedWhenItCantKeepUp() throws IOException {
    FailureLog failures = new FailureLog();
    ProfileSet profiles = profiles();
    StreamDrain drain = drain(profiles, failures);
    drain.shareWhenBehind(3);
    SimulatedProgram.callTree(thread, random, 100);
    drain.pass(false);
    assertEquals(Set.of(1), parts(profiles));
    while (drain.spilledBytes() == 0) {
      fill();
      drain.pass(false);
    }
    assertEquals(Set.of(3), parts(profiles));
    SimulatedProgram.callTree(target.thread(false, 40), random, 500);
    fill();
    drain.share(3);
    while (drain.pass(true)) {
      // The loop goes on until nothing is left.
    }
    drain.complete();
    assertNull(failures.text());
    assertEquals(Set.of(3), parts(profiles));
    GramCounts expected = new GramCounts(K);
    target.sequences().forEach(expected::add);
    List<SequenceCounter> counters =
        profiles.all().stream().flatMap(profile -> profile.counters().stream()).toList();
    SequenceCounter sum = CounterSum.of(counters, UNLIMITED);
    sum.settle(new FoldedContexts(K));
    assertEquals(expected.counts(), GramCounts.of(PathForestBuilder.build(sum, K)));
  }

  @Test
  void equalWholeActivationsTakeLittleRoomInTheJournal() throws IOException {
    Carrier wide = target.thread(false, 16_000);
    while (segment.freeBlocks() > 2) {
      SimulatedProgram.wholes(wide, random, 100);
    }
    FailureLog failures = new FailureLog();
    StreamDrain drain = drain(profiles(), failures);
    drain.shortenTurns(1);
    drain.pass(false);
    assertTrue(drain.spilledBytes() > 0);
    // If equal activations weren't counted together, packing would make the chunks only five to ten
    // times smaller.
    long stored = Files.size(journal());
    assertTrue(stored < drain.spilledBytes() / 20, stored + " bytes");
    long expected = target.sequences().stream().mapToLong(List::size).sum();
    while (drain.pass(true)) {
      // The loop goes on until nothing is left.
    }
    drain.complete();
    assertNull(failures.text());
    assertEquals(expected, drain.events());
    assertEquals(expected, drain.emitted());
    assertEquals(target.sequences().size(), drain.counts().begun());
  }

  /** The damage is reported when the chunk is counted. */
  @ParameterizedTest
  @ValueSource(
      ints = {
        StreamFormat.PACKED,
        StreamFormat.PACKED + StreamFormat.PACKED_WHOLE,
        StreamFormat.PACKED + StreamFormat.PACKED_WHOLE + StreamFormat.PACKED_LAST,
        StreamFormat.BEGIN + 100,
        JournalFormat.TIMES
      })
  void aDamagedChunkIsSpilledAsItIs(int control) throws IOException {
    while (segment.freeBlocks() > 20) {
      SimulatedProgram.wholes(thread, random, 10);
    }
    // Blocks are taken in descending order, so this block has one of the last chunks, which are
    // spilled first.
    int damaged = 30;
    segment.memory().putInt(segment.block(damaged), control);
    FailureLog failures = new FailureLog();
    StreamDrain drain = drain(profiles(), failures);
    drain.shortenTurns(1);
    drain.pass(false);
    assertTrue(drain.spilledBytes() > 0);
    while (drain.pass(true)) {
      // The loop goes on until nothing is left.
    }
    assertTrue(failures.text().contains("is damaged: chunk " + (BLOCKS - 1 - damaged)));
  }

  private static Set<Integer> parts(ProfileSet profiles) {
    return profiles.all().stream()
        .map(profile -> profile.counters().size())
        .collect(Collectors.toSet());
  }

  @Test
  void withoutRoomOnDiskNothingIsSpilled() throws IOException {
    fill();
    EngineSession session = open(1, UNLIMITED, 0);
    session.start();
    while (session.events() == 0) {
      Thread.onSpinWait();
    }
    session.finish();
    assertEquals(0, session.spilledBytes());
    SessionResults.check(session, K, target);
  }

  /**
   * If the drain shares the target's only processor, it spills chunks, but counts nothing until the
   * target is idle or dead.
   */
  @Test
  void onASingleProcessorCountingWaitsForTheTarget() throws IOException {
    FailureLog failures = new FailureLog();
    ProfileSet profiles = profiles();
    StreamDrain drain = drain(profiles, failures);
    drain.leaveProcessor();
    fill();
    assertFalse(drain.pass(false));
    assertEquals(0, drain.events());
    assertTrue(drain.spilledBytes() > 0);
    for (int round = 0; round < 4; round++) {
      // The clock decides when the drain looks for chunks, and when it considers the target idle.
      // So some passes do nothing.
      while (segment.freeBlocks() < BLOCKS / 3) {
        drain.pass(false);
      }
      fill();
    }
    while (drain.events() == 0) {
      drain.pass(false);
    }
    while (drain.pass(true)) {
      // The loop goes on until nothing is left.
    }
    drain.complete();
    assertNull(failures.text());
    assertEquals(target.sequences().stream().mapToLong(List::size).sum(), drain.events());
  }

  /**
   * At each moment, every record is in the segment or in the journal, whether it has been counted
   * or not.
   */
  @Test
  void aConsumersDeathLosesNoSpilledChunks() throws IOException {
    StreamDrain drain = drain(profiles(), new FailureLog());
    for (int round = 0; round < 4; round++) {
      fill();
      Path before = Files.copy(segment.path, directory.resolve("before"));
      long size = Files.size(journal());
      drain.pass(false);
      recover(segment.path, directory);
      // The consumer might have died at any moment of this pass. The segment could be as before the
      // pass, while the journal could have only a part of the new bytes.
      Path cut = Files.createDirectory(directory.resolve("cut"));
      for (int part = 0; part < 5; part++) {
        Path copy = cut.resolve(journal().getFileName());
        Files.copy(journal(), copy);
        try (FileChannel file = FileChannel.open(copy, StandardOpenOption.WRITE)) {
          file.truncate(size + random.nextLong(file.size() - size + 1));
        }
        recover(before, cut);
        Files.delete(copy);
      }
      Files.delete(cut);
      Files.delete(before);
    }
    assertTrue(drain.spilledBytes() > 0);
  }

  @Test
  void aDamagedSpilledChunkIsReported() throws Exception {
    fill();
    EngineSession session = open(1, UNLIMITED, UNLIMITED);
    Random places = new Random(4);
    Thread damaging =
        new Thread(
            () -> {
              try (FileChannel file = FileChannel.open(journal(), StandardOpenOption.WRITE)) {
                while (session.failure() == null) {
                  // The chunks that wait to be read again are near the end of the file.
                  long records = file.size() - JournalFormat.HEADER_BYTES;
                  long back = (long) (places.nextDouble() * Math.min(records, MOST_WAITING));
                  file.write(ByteBuffer.allocate(1), Math.max(file.size() - 1 - back, 0));
                }
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            });
    damaging.setDaemon(true);
    damaging.start();
    session.start();
    while (session.failure() == null) {
      while (segment.freeBlocks() < 60 && session.failure() == null) {
        Thread.sleep(1);
      }
      fill();
    }
    session.finish();
    assertNotNull(session.failure());
    assertTrue(session.failure().contains("damaged"), session.failure());
  }

  private Path journal() {
    return directory.resolve(JournalFormat.fileName(0));
  }

  private void recover(Path ofSegment, Path journals) {
    EngineSession session =
        EngineSession.recover(
            ofSegment.toString(), journals.toString(), OPTIONS, EngineMemory.UNBOUNDED, 1);
    session.finish();
    SessionResults.check(session, K, target);
  }
}
