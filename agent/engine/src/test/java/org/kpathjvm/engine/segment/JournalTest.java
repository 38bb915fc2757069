package org.kpathjvm.engine.segment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.kpathjvm.engine.EngineSession;
import org.kpathjvm.engine.journal.JournalFormat;
import org.kpathjvm.engine.journal.JournalLimits;
import org.kpathjvm.engine.journal.JournalWriter;
import org.kpathjvm.engine.mapping.SegmentException;
import org.kpathjvm.engine.segment.ProfileOptions.Engine;
import org.kpathjvm.engine.segment.SimulatedTarget.Carrier;

/**
 * Tests the death of a consumer, which is an engine with journals. No matter when a consumer dies,
 * nothing that the target has emitted may be lost.
 */
class JournalTest {
  private static final int BLOCKS = 300;

  /** A round of the random program begins fewer chunks than this. */
  private static final int ROUND_BLOCKS = 200;

  /**
   * The consumer dies after a pass. For a death during the pass, the test takes the segment as it
   * was before the pass, and cuts each journal off at a random place in the pass's data.
   */
  @Property(tries = 12)
  void aDeadConsumerLosesNothing(
      @ForAll @IntRange(min = 1, max = 6) int k,
      @ForAll boolean counting,
      @ForAll @IntRange(min = 1, max = 3) int drains,
      @ForAll @IntRange(min = 1, max = 12) int rounds,
      @ForAll long seed)
      throws IOException {
    Random random = new Random(seed);
    inDirectory(
        directory -> {
          SegmentFixture segment = segment(directory);
          SimulatedTarget target = SimulatedTarget.withoutWaiting(segment);
          List<Carrier> carriers =
              IntStream.range(0, 2).mapToObj(at -> target.thread(true, 60 + 90 * at)).toList();
          Carrier thread = target.thread(false, 50 + random.nextInt(400));
          // A consumer that counts nothing leaves the same files.
          ProfileOptions options = counting ? options(k) : ProfileOptions.NOTHING;
          List<StreamDrain> consumers = consumers(segment, options, drains, directory);
          for (int round = 0; round < rounds; round++) {
            // A pass may leave chunks for the next pass.
            for (int passes = 0; segment.freeBlocks() < ROUND_BLOCKS; passes++) {
              assertTrue(passes < 1000, "no pass gives chunks back");
              consumers.forEach(drain -> drain.pass(false));
            }
            SimulatedProgram.callTree(thread, random, random.nextInt(300));
            SimulatedProgram.virtualThreads(carriers, random, 5, random.nextInt(300));
            Files.copy(segment.path, directory.resolve("before"));
            long[] sizes = journalSizes(directory, drains);
            consumers.forEach(drain -> drain.pass(false));
            check(segment.path, directory, k, target);
            cutJournals(directory, sizes, random);
            check(directory.resolve("before"), directory.resolve("cut"), k, target);
            TestDirectory.remove(directory.resolve("cut"));
            Files.delete(directory.resolve("before"));
          }
        });
  }

  @Tag("slow")
  @Property(tries = 60)
  void repeatedDeathsOfConsumersLoseNothing(
      @ForAll @IntRange(min = 1, max = 6) int k,
      @ForAll boolean counting,
      @ForAll @IntRange(min = 1, max = 3) int drains,
      @ForAll @IntRange(min = 1, max = 12) int rounds,
      @ForAll long seed)
      throws IOException {
    aDeadConsumerLosesNothing(k, counting, drains, rounds, seed);
  }

  /** A consumer that counts nothing keeps the whole stream, even if the target was killed. */
  @Property(tries = 60)
  void aConsumerCanKeepTheStreamUncounted(
      @ForAll @IntRange(min = 1, max = 6) int k,
      @ForAll @IntRange(min = 1, max = 3) int drains,
      @ForAll @IntRange(min = 1, max = 3000) int stores,
      @ForAll long seed)
      throws IOException {
    Random random = new Random(seed);
    inDirectory(
        directory -> {
          SegmentFixture segment = segment(directory);
          SimulatedTarget target = SimulatedTarget.withoutWaiting(segment);
          List<Carrier> carriers = List.of(target.thread(true, 60), target.thread(true, 200));
          Carrier thread = target.thread(false, 100);
          EngineSession keeping =
              EngineSession.open(
                  segment.path.toString(), ProfileOptions.NOTHING, EngineMemory.UNBOUNDED, drains);
          keeping.keepJournals(directory.toString(), Long.MAX_VALUE, Long.MAX_VALUE);
          segment.killAfter(stores);
          try {
            while (segment.freeBlocks() > BLOCKS - ROUND_BLOCKS) {
              SimulatedProgram.virtualThreads(carriers, random, 3, 10);
              SimulatedProgram.callTree(thread, random, 20);
            }
          } catch (SegmentFixture.Killed killed) {
            // The target is left as a SIGKILL would leave it.
          }
          keeping.finish();
          assertNull(keeping.failure());
          assertEquals(expectedEvents(target), keeping.events());
          assertEquals(0, keeping.forest().counts().capacity());
          check(segment.path, directory, k, target);
        });
  }

  @Test
  void aMissingChunkIsReported() throws IOException {
    inDirectory(
        directory -> {
          SegmentFixture segment = segment(directory);
          SimulatedTarget target = SimulatedTarget.withoutWaiting(segment);
          List<StreamDrain> consumers = consumers(segment, options(3), 1, directory);
          Carrier thread = target.thread(false, 100);
          SimulatedProgram.callTree(thread, new Random(1), 500);
          consumers.get(0).pass(false);
          SimulatedProgram.callTree(thread, new Random(2), 500);
          Files.delete(directory.resolve("journal-0"));
          EngineSession session = recover(segment.path, directory, 3);
          session.finish();
          assertNotNull(session.failure());
          assertTrue(session.failure().contains("chunk 0 is missing"), session.failure());
        });
  }

  @Test
  void otherFilesAndLinksAreRefused() throws IOException {
    inDirectory(
        directory -> {
          SegmentFixture segment = segment(directory);
          Path journal = directory.resolve("journal-0");
          Files.write(journal, new byte[100]);
          assertThrows(SegmentException.class, () -> recover(segment.path, directory, 2));
          Files.delete(journal);
          JournalWriter.create(directory, 1, 2, JournalLimits.UNLIMITED_WITHOUT_SPILL).close();
          Files.move(directory.resolve("journal-1"), directory.resolve("elsewhere"));
          Files.createSymbolicLink(journal, directory.resolve("elsewhere"));
          assertThrows(SegmentException.class, () -> recover(segment.path, directory, 2));
          Files.delete(journal);
          Files.move(directory.resolve("elsewhere"), journal);
          assertThrows(SegmentException.class, () -> recover(segment.path, directory, 2));
          Path link = directory.resolve("link");
          Files.createSymbolicLink(link, segment.path);
          Files.delete(journal);
          assertThrows(SegmentException.class, () -> recover(link, directory, 2));
          assertNull(recover(segment.path, directory, 2).failure());
        });
  }

  private static long expectedEvents(SimulatedTarget target) {
    return target.sequences().stream().mapToLong(List::size).sum();
  }

  private static List<StreamDrain> consumers(
      SegmentFixture segment, ProfileOptions options, int drains, Path directory)
      throws IOException {
    // Spilling is unlimited: chunks are spilled whenever more of them wait than there are free
    // blocks.
    JournalLimits limits = new JournalLimits(Long.MAX_VALUE, Long.MAX_VALUE);
    SegmentReader reader = SegmentReader.open(segment.path.toString());
    ProfileSet profiles = new ProfileSet(options, EngineMemory.of(EngineMemory.UNBOUNDED, drains));
    FailureLog failures = new FailureLog();
    List<StreamDrain> consumers =
        IntStream.range(0, drains)
            .mapToObj(number -> new StreamDrain(reader, profiles, failures, number, drains))
            .toList();
    for (StreamDrain consumer : consumers) {
      consumer.keepJournal(directory, limits);
    }
    return consumers;
  }

  private static void check(Path segment, Path directory, int k, SimulatedTarget target) {
    EngineSession session = recover(segment, directory, k);
    session.finish();
    SessionResults.check(session, k, target);
  }

  private static EngineSession recover(Path segment, Path directory, int k) {
    return EngineSession.recover(
        segment.toString(), directory.toString(), options(k), EngineMemory.UNBOUNDED, 1);
  }

  private static ProfileOptions options(int k) {
    return new ProfileOptions(k, Engine.CONTEXTS);
  }

  private static long[] journalSizes(Path directory, int drains) throws IOException {
    long[] sizes = new long[drains];
    for (int drain = 0; drain < drains; drain++) {
      sizes[drain] = Files.size(directory.resolve(JournalFormat.fileName(drain)));
    }
    return sizes;
  }

  /**
   * Copies the journals into {@code cut/}. Each copy is truncated to a random size, which is at
   * least the given size of its journal.
   */
  private static void cutJournals(Path directory, long[] sizes, Random random) throws IOException {
    Files.createDirectory(directory.resolve("cut"));
    for (int drain = 0; drain < sizes.length; drain++) {
      String name = JournalFormat.fileName(drain);
      Path copy = directory.resolve("cut").resolve(name);
      Files.copy(directory.resolve(name), copy);
      long grown = Files.size(copy) - sizes[drain];
      try (FileChannel file = FileChannel.open(copy, StandardOpenOption.WRITE)) {
        file.truncate(sizes[drain] + random.nextLong(grown + 1));
      }
    }
  }

  private static SegmentFixture segment(Path directory) {
    SegmentFixture segment = new SegmentFixture(directory.resolve("segment"), BLOCKS, 0);
    segment.idCount(SimulatedProgram.IDS);
    return segment;
  }

  interface Body {
    void accept(Path directory) throws IOException;
  }

  private static void inDirectory(Body body) throws IOException {
    try (TestDirectory directory = new TestDirectory()) {
      body.accept(directory.path);
    }
  }
}
