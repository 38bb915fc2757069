package org.kpathjvm.engine.structure;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import org.kpathjvm.engine.cache.CacheHierarchy;
import org.kpathjvm.engine.counting.CounterSum;
import org.kpathjvm.engine.counting.SetsFullException;
import org.kpathjvm.engine.counting.TablesFullException;
import org.kpathjvm.engine.hash.HashPathCounter;
import org.kpathjvm.engine.ipf.PathForestBuilder;
import org.kpathjvm.engine.ipf.PathForestCensus;
import org.kpathjvm.engine.ksf.SlabForest;
import org.kpathjvm.engine.mapping.SegmentException;
import org.kpathjvm.engine.segment.DescriptorAudit;
import org.kpathjvm.engine.segment.EngineMemory;
import org.kpathjvm.engine.segment.FailureLog;
import org.kpathjvm.engine.segment.LeftRecording;
import org.kpathjvm.engine.segment.SegmentReader;
import org.kpathjvm.engine.segment.StreamCounts;
import org.kpathjvm.engine.segment.StreamDrain;

/**
 * Rebuilds, from a recorded run, the structures that the k-BLPP paper's profilers would have built
 * for each thread: a k-slab forest (k-SF) for {@code process_bl_path_id} (Fig. 6), and a hash table
 * for Ball-Larus path profiling (BLPP). The recording is read once for each k, so that memory and
 * caches hold only the forests of one k at a time.
 *
 * <p>When caches are simulated, the accesses of all threads go through the same caches, as on a
 * machine with one core. The recording doesn't show how the threads' accesses were interleaved, so
 * the streams take turns of up to 64 chunks. Paths that were counted instead of streamed have no
 * known order, so their accesses are left out.
 */
public final class StructureSession {
  private final SegmentReader segment;
  private final EngineMemory memory;
  private final LonePaths lone;
  private final FailureLog failures = new FailureLog();
  private Set<Integer> lonePathIds;

  private StructureSession(
      SegmentReader segment,
      long memoryBytes,
      int[] firstIds,
      int[] pathCounts,
      int[] auxiliaryIds) {
    this.segment = segment;
    memory = EngineMemory.of(memoryBytes, 1);
    DescriptorAudit.run(segment, failures);
    lone = new LonePaths(segment, failures, firstIds, pathCounts, auxiliaryIds);
  }

  /**
   * Opens a recording whose target is dead.
   *
   * @param journals the directory with the journals, to which the engine copied the data that it
   *     took out of the segment; null if all data is in the segment
   * @param memoryBytes the engine's memory in bytes; {@link #row} returns no figures for a k that
   *     needs more
   * @param firstIds the first path id of each method, ascending
   * @param pathCounts the number of paths of each method
   * @param auxiliaryIds the ids of the methods' auxiliary counters
   * @throws IllegalArgumentException if the memory is too small
   * @throws SegmentException if a file can't be read or is damaged, or if the segment hasn't kept
   *     its consumed chunks and there is no journal
   */
  public static StructureSession open(
      String segmentPath,
      String journals,
      long memoryBytes,
      int[] firstIds,
      int[] pathCounts,
      int[] auxiliaryIds) {
    if (journals == null) {
      SegmentReader segment = SegmentReader.open(segmentPath);
      if (!segment.kept()) {
        throw new SegmentException(
            "segment "
                + segmentPath
                + " was counted while the program ran, so its chunks are gone; record the program"
                + " with --record");
      }
      return new StructureSession(segment, memoryBytes, firstIds, pathCounts, auxiliaryIds);
    }
    LeftRecording left = LeftRecording.open(segmentPath, Path.of(journals), 1);
    StructureSession session =
        new StructureSession(left.segment(), memoryBytes, firstIds, pathCounts, auxiliaryIds);
    left.damages().forEach(session.failures::add);
    return session;
  }

  /**
   * Returns one line about damage in the recording; null if there is none. With damage, the figures
   * have no meaning.
   */
  public String failure() {
    return failures.text();
  }

  /**
   * Returns the figures that are the same for every k.
   *
   * @param simulation the caches to simulate; null for none
   */
  public StructureTotals totals(CacheSimulation simulation) {
    TracedItems traced = traced(simulation);
    CacheHierarchy caches = traced.caches();
    StructureProfiles profiles = new StructureProfiles(1, memory, traced);
    StreamCounts counts = drain(profiles);
    Set<Integer> streamed = new HashSet<>();
    long entries = 0;
    long unknown = lone.unknownCompletions();
    for (StructureProfile profile : profiles.all()) {
      entries += profile.counter().size();
      unknown += unknownCompletions(profile.counter());
      addIds(profile.counter(), streamed);
    }
    for (int owner : lone.owners()) {
      StructureProfile profile = profiles.find(owner);
      for (int id : lone.of(owner).sortedIds()) {
        entries += profile == null || profile.counter().count(id) == 0 ? 1 : 0;
      }
    }
    Set<Integer> others = new HashSet<>();
    lone.owners().forEach(owner -> addIds(lone.of(owner), others));
    others.removeAll(streamed);
    lonePathIds = others;
    return new StructureTotals(
        counts.events() + lone.completions(),
        counts.events(),
        counts.begun() + lone.completions(),
        entries,
        streamed.size() + others.size(),
        unknown,
        traced.items(),
        caches == null ? null : caches.counts());
  }

  /**
   * Returns the figures for one k, which must be at least 2. Call {@link #totals} first.
   *
   * @param simulation the caches to simulate; null for none
   */
  public StructureRow row(int k, CacheSimulation simulation) {
    TracedItems traced = traced(simulation);
    StructureProfiles profiles = new StructureProfiles(k, memory, traced);
    try {
      drain(profiles);
      return row(k, profiles, traced.caches());
    } catch (TablesFullException | SetsFullException | OutOfMemoryError e) {
      return StructureRow.MEMORY;
    } finally {
      profiles.clear();
    }
  }

  private StructureRow row(int k, StructureProfiles profiles, CacheHierarchy caches) {
    long finds = lone.completions();
    long nodes = 0;
    long roots = 0;
    long internal = 0;
    long scans = 0;
    for (SlabForest forest : profiles.forests()) {
      finds += forest.rootFinds();
      nodes += forest.size();
      roots += forest.rootCount();
      internal += forest.view().internalNodes();
      scans += forest.nodeScans();
    }
    long loneRoots = 0;
    int forests = profiles.forests().size();
    for (int owner : lone.owners()) {
      StructureProfile profile = profiles.find(owner);
      int[] ids = lone.of(owner).sortedIds();
      forests += profile == null && ids.length > 0 ? 1 : 0;
      for (int id : ids) {
        loneRoots += profile == null || !profile.forest().hasRoot(id) ? 1 : 0;
      }
    }
    double degree = internal == 0 ? 0 : (double) (nodes - roots) / internal;
    PathForestCensus census = census(k, profiles);
    census.addLoneRoots(lonePathIds.size());
    return new StructureRow(
        true,
        finds,
        forests,
        nodes + loneRoots,
        roots + loneRoots,
        degree,
        scans,
        census.nodes(),
        census.roots(),
        census.averageInternalDegree(),
        census.averageLeafDepth(),
        caches == null ? null : caches.counts());
  }

  private PathForestCensus census(int k, StructureProfiles profiles) {
    SlabForest sum = CounterSum.of(profiles.forests(), memory.tableBytes());
    profiles.clear();
    if (sum == null) {
      return PathForestBuilder.noCensus(k);
    }
    return PathForestBuilder.census(sum, k, memory.censusBytes(sum.bytes()));
  }

  private StreamCounts drain(StructureProfiles profiles) {
    StreamDrain drain = new StreamDrain(segment, profiles, failures, 0, 1);
    boolean more = true;
    while (more) {
      more = drain.pass(true);
    }
    drain.complete();
    return drain.counts();
  }

  private long unknownCompletions(HashPathCounter counter) {
    long completions = 0;
    for (int id : counter.sortedIds()) {
      completions += lone.isPath(id) ? 0 : counter.count(id);
    }
    return completions;
  }

  private static void addIds(HashPathCounter counter, Set<Integer> ids) {
    for (int id : counter.sortedIds()) {
      ids.add(id);
    }
  }

  private static TracedItems traced(CacheSimulation simulation) {
    return simulation == null
        ? new TracedItems(null, 0)
        : new TracedItems(
            new CacheHierarchy(simulation.l1(), simulation.l2()), simulation.mostItems());
  }
}
