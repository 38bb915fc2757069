package org.kpathjvm.engine.structure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.kpathjvm.runtime.layout.SegmentLayout.*;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.kpathjvm.engine.EngineSession;
import org.kpathjvm.engine.cache.CacheCounts;
import org.kpathjvm.engine.cache.CacheShape;
import org.kpathjvm.engine.mapping.SegmentException;
import org.kpathjvm.engine.segment.EngineMemory;
import org.kpathjvm.engine.segment.ProfileOptions;
import org.kpathjvm.engine.segment.ProfileOptions.Engine;
import org.kpathjvm.engine.segment.SegmentFixture;
import org.kpathjvm.engine.segment.SimulatedTarget;
import org.kpathjvm.engine.segment.SimulatedTarget.Activation;
import org.kpathjvm.engine.segment.SimulatedTarget.Carrier;
import org.kpathjvm.engine.segment.TestDirectory;

/**
 * Checks the structures that a session builds from a recorded run. They have to equal those that
 * the procedure of Fig. 6 of the k-BLPP paper builds from every path of every thread.
 */
class StructureSessionTest {
  static final int IDS = 30;

  /**
   * The number of ids without paths. For instance, a method's counter of entries has such an id.
   */
  private static final int AUXILIARY_IDS = 5;

  private static final int BLOCKS = 120;
  private static final CacheShape L1 = new CacheShape(1024, 2, 64);
  private static final CacheShape L2 = new CacheShape(8192, 4, 64);
  private static final CacheSimulation CACHES = new CacheSimulation(L1, L2, Long.MAX_VALUE);

  @Property(tries = 120)
  void everyFigureEqualsThatOfTheProcedure(
      @ForAll @IntRange(min = 2, max = 9) int k,
      @ForAll @IntRange(min = 1, max = 3) int threads,
      @ForAll boolean journals,
      @ForAll long seed)
      throws IOException {
    try (TestDirectory temporary = new TestDirectory()) {
      Path directory = temporary.path;
      Random random = new Random(seed);
      SegmentFixture segment = segment(directory, journals ? 0 : FLAG_KEEP);
      SimulatedTarget target = SimulatedTarget.withoutWaiting(segment);
      List<Twin> twins = new ArrayList<>();
      for (int thread = 0; thread < threads; thread++) {
        Twin twin = new Twin(target.thread(false, 80 + random.nextInt(200)), k);
        for (int call = random.nextInt(12); call >= 0; call--) {
          twin.activation(random, 0);
        }
        twin.thread.end();
        twins.add(twin);
      }
      writeCounters(segment, twins);
      StructureSession session = open(segment, directory, journals);
      Twin.check(session, k, twins);
      assertNull(session.failure());
    }
  }

  /** The figures are also unchanged if only some of the items are simulated. */
  @Property(tries = 40)
  void simulatingCachesChangesNoFigures(
      @ForAll @IntRange(min = 2, max = 6) int k, @ForAll long seed) throws IOException {
    try (TestDirectory temporary = new TestDirectory()) {
      Path directory = temporary.path;
      Random random = new Random(seed);
      SegmentFixture segment = segment(directory, FLAG_KEEP);
      Twin twin = new Twin(SimulatedTarget.withoutWaiting(segment).thread(), k);
      for (int call = 0; call < 20; call++) {
        twin.activation(random, 0);
      }
      twin.thread.end();
      writeCounters(segment, List.of(twin));
      StructureSession session = open(segment, directory, false);
      Twin.check(session, k, List.of(twin));
      StructureTotals totals = session.totals(CACHES);
      StructureRow traced = session.row(k, CACHES);
      assertEquals(session.row(k, null), withoutCaches(traced));
      assertEquals(traced, session.row(k, CACHES));
      CacheCounts counts = traced.caches();
      assertTrue(counts.accesses() > counts.l1Misses() && counts.l1Misses() >= counts.l2Misses());
      assertTrue(counts.l2Misses() > 0);
      // For each item, at least one key and one value are accessed.
      assertTrue(totals.caches().accesses() >= 2 * totals.streamedItems());
      assertEquals(totals.streamedItems(), totals.simulatedItems());
      CacheSimulation first = new CacheSimulation(L1, L2, 1 + totals.streamedItems() / 2);
      StructureTotals partial = session.totals(first);
      assertTrue(partial.simulatedItems() >= first.mostItems());
      assertTrue(partial.simulatedItems() <= totals.streamedItems());
      assertTrue(partial.caches().accesses() <= totals.caches().accesses());
      assertEquals(withoutCaches(traced), withoutCaches(session.row(k, first)));
    }
  }

  /**
   * The paths of Examples 1 to 3 of the k-BLPP paper, in one activation. Each id is the paper's id
   * plus 1.
   */
  @ParameterizedTest
  @CsvSource({
    "2, 14, 4, 10, 10, 2.0, 0.8571",
    "3, 7, 3, 14, 16, 1.5, 1.625",
    "4, 5, 3, 23, 22, 1.3846, 2.3333",
    "6, 3, 3, 23, 34, 1.3043, 3.6364",
    "8, 2, 2, 21, 46, 1.2727, 4.8462",
    "11, 2, 2, 18, 61, 1.2128, 6.0714",
    "16, 1, 1, 14, 67, 1.1887, 6.5"
  })
  void thePapersExampleHasTheExpectedFigures(
      int k,
      long finds,
      int roots,
      int slabNodes,
      int pathNodes,
      double degree,
      double leafDepth,
      @TempDir Path directory) {
    SegmentFixture segment = segment(directory, FLAG_KEEP);
    Carrier thread = SimulatedTarget.withoutWaiting(segment).thread();
    Activation activation = new Activation();
    for (int id : new int[] {6, 2, 0, 0, 2, 2, 0, 0, 2, 2, 0, 0, 2}) {
      thread.emit(activation, id + 1);
    }
    thread.exit(activation, 3 + 1);
    thread.end();
    StructureSession session = open(segment, directory, false);
    StructureTotals totals = session.totals(null);
    assertEquals(new StructureTotals(14, 14, 1, 4, 4, 0, 0, null), totals);
    StructureRow row = session.row(k, null);
    assertEquals(finds, row.rootFinds());
    assertEquals(roots, row.roots());
    assertEquals(slabNodes, row.nodes());
    assertEquals(pathNodes, row.pathNodes());
    assertEquals(degree, row.pathInternalDegree(), 0.00005);
    assertEquals(leafDepth, row.pathLeafDepth(), 0.00005);
  }

  @Test
  void aRecordingMayHaveOnlyCountedPaths(@TempDir Path directory) {
    SegmentFixture segment = segment(directory, FLAG_KEEP);
    Twin twin = new Twin(SimulatedTarget.withoutWaiting(segment).thread(), 3);
    twin.lone(4);
    twin.lone(4);
    twin.lone(5);
    writeCounters(segment, List.of(twin));
    StructureSession session = open(segment, directory, false);
    assertEquals(new StructureTotals(3, 0, 3, 2, 2, 0, 0, null), session.totals(null));
    assertEquals(new StructureRow(true, 3, 1, 2, 2, 0, 0, 2, 2, 0, 0, null), session.row(3, null));
  }

  /**
   * The ids from 11 on belong to no known method. The completions of these ids are reported. Those
   * that were streamed are included in the other figures, too.
   */
  @Test
  void completionsOfUnknownIdsAreReported(@TempDir Path directory) {
    SegmentFixture segment = segment(directory, FLAG_KEEP);
    Twin twin = new Twin(SimulatedTarget.withoutWaiting(segment).thread(), 3);
    twin.lone(4);
    twin.lone(12);
    twin.lone(12);
    Activation activation = new Activation();
    twin.thread.emit(activation, 5);
    twin.thread.emit(activation, 13);
    twin.thread.exit(activation, 5);
    twin.thread.end();
    writeCounters(segment, List.of(twin));
    StructureSession session =
        StructureSession.open(
            segment.path.toString(),
            null,
            EngineMemory.UNBOUNDED,
            new int[] {1},
            new int[] {10},
            new int[0]);
    StructureTotals totals = session.totals(null);
    assertEquals(2 + 1 + 77, totals.unknownCompletions());
    assertEquals(1 + 3, totals.items());
  }

  /** A k whose structures fit into memory has exact figures. */
  @Test
  void aStructureThatDoesNotFitHasNoFigures(@TempDir Path directory) {
    SegmentFixture segment = new SegmentFixture(directory.resolve("segment"), 300, FLAG_KEEP);
    int ids = 5000;
    segment.idCount(ids);
    Carrier thread = SimulatedTarget.withoutWaiting(segment).thread();
    Random random = new Random(3);
    Activation activation = new Activation();
    for (int item = 0; item < 400_000; item++) {
      thread.emit(activation, 1 + random.nextInt(ids));
    }
    thread.end();
    int[] first = {1};
    int[] count = {ids};
    int[] none = {};
    String path = segment.path.toString();
    StructureSession bounded = StructureSession.open(path, null, 16 << 20, first, count, none);
    StructureSession unbounded =
        StructureSession.open(path, null, EngineMemory.UNBOUNDED, first, count, none);
    assertEquals(unbounded.totals(null), bounded.totals(null));
    assertNotNull(unbounded.totals(null));
    assertFalse(bounded.row(8, null).isComplete());
    assertTrue(unbounded.row(8, null).isComplete());
    StructureSession larger = StructureSession.open(path, null, 256 << 20, first, count, none);
    larger.totals(null);
    assertEquals(unbounded.row(2, null), larger.row(2, null));
    assertNull(bounded.failure());
  }

  @Test
  void unsuitableRecordingsAndTooLittleMemoryAreRefused(@TempDir Path directory) {
    SegmentFixture segment = segment(directory, 0);
    String path = segment.path.toString();
    int[] none = {};
    assertThrows(
        SegmentException.class,
        () -> StructureSession.open(path, null, EngineMemory.UNBOUNDED, none, none, none));
    assertThrows(
        IllegalArgumentException.class,
        () -> StructureSession.open(path, directory.toString(), 1000, none, none, none));
  }

  private static StructureRow withoutCaches(StructureRow row) {
    return new StructureRow(
        row.isComplete(),
        row.rootFinds(),
        row.forests(),
        row.nodes(),
        row.roots(),
        row.internalDegree(),
        row.nodeScans(),
        row.pathNodes(),
        row.pathRoots(),
        row.pathInternalDegree(),
        row.pathLeafDepth(),
        null);
  }

  private static SegmentFixture segment(Path directory, int flags) {
    SegmentFixture segment = new SegmentFixture(directory.resolve("segment"), BLOCKS, flags);
    segment.idCount(IDS + AUXILIARY_IDS);
    return segment;
  }

  /**
   * Writes a block of counters for each thread. Each block also has a counter of an id without a
   * path.
   */
  private static void writeCounters(SegmentFixture segment, List<Twin> twins) {
    for (int at = 0; at < twins.size(); at++) {
      int block = at;
      int descriptor = segment.descriptor(block);
      segment.memory().putInt(descriptor + DESCRIPTOR_LEASE_OFFSET, twins.get(at).thread.lease());
      segment.memory().putInt(descriptor + DESCRIPTOR_STATE_OFFSET, BLOCK_COUNTERS);
      segment.memory().putInt(segment.block(block), 1);
      int page = segment.block(block) + PAGE_BYTES;
      twins.get(at).counters.forEach((id, count) -> segment.memory().putLong(page + 8 * id, count));
      segment.memory().putLong(page + 8 * (IDS + 2), 77);
    }
  }

  /**
   * Opens the recording. If {@code journals} is true, an engine first moves the streams from the
   * segment into journals. Otherwise, the streams are still in the segment, as if the agent had run
   * alone.
   */
  private static StructureSession open(SegmentFixture segment, Path directory, boolean journals) {
    String path = segment.path.toString();
    if (journals) {
      EngineSession consumer =
          EngineSession.open(
              path, new ProfileOptions(3, Engine.CONTEXTS), EngineMemory.UNBOUNDED, 2);
      consumer.keepJournals(directory.toString(), Long.MAX_VALUE, 0);
      consumer.finish();
      assertNull(consumer.failure());
    }
    int[] firstIds = {1, 11};
    int[] pathCounts = {10, IDS - 10};
    return StructureSession.open(
        path,
        journals ? directory.toString() : null,
        EngineMemory.UNBOUNDED,
        firstIds,
        pathCounts,
        new int[] {IDS + 2});
  }
}
