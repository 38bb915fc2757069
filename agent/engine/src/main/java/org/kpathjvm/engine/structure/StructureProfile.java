package org.kpathjvm.engine.structure;

import java.util.Arrays;
import org.kpathjvm.engine.cache.CacheHierarchy;
import org.kpathjvm.engine.counting.CountingMemory;
import org.kpathjvm.engine.counting.PathRun;
import org.kpathjvm.engine.hash.TracedPathCounter;
import org.kpathjvm.engine.ksf.ForestOptions;
import org.kpathjvm.engine.ksf.SlabForest;
import org.kpathjvm.engine.ksf.TracedSlabForest;
import org.kpathjvm.engine.segment.ProfileOptions;
import org.kpathjvm.engine.segment.StreamProfile;

/**
 * The structure that the k-BLPP paper's profiler would have for a thread: a k-slab forest without
 * an index of children, or for k = 1 a hash table of Ball-Larus path profiling (BLPP).
 */
final class StructureProfile extends StreamProfile {
  /**
   * The largest number of completions of a path run that are processed between two calls of {@link
   * TracedItems#goOn}.
   */
  private static final int LONGEST_PIECE = 1 << 10;

  private static final long SPACE_OF_A_THREAD = 1L << 40;

  private final TracedItems traced;
  private final TracedSlabForest tracedForest;
  private final TracedPathCounter tracedCounter;

  /**
   * Creates the profile of a thread.
   *
   * @param number the thread's number, beginning with 0
   */
  StructureProfile(
      int k, boolean shared, int owner, int number, CountingMemory memory, TracedItems traced) {
    super(new ProfileOptions(k, ProfileOptions.Engine.TEXTBOOK), shared, owner);
    if (forest() != null) {
      forest().setMemory(memory);
    }
    long base = (number + 1) * SPACE_OF_A_THREAD;
    this.traced = traced;
    CacheHierarchy caches = traced.caches();
    tracedForest =
        caches != null && k > 1
            ? new TracedSlabForest(forest(), new ForestOptions(k, false), base, caches)
            : null;
    tracedCounter =
        caches != null && k == 1 ? new TracedPathCounter(counter(), base, caches) : null;
  }

  @Override
  protected int feed(int[] words, int from, int to, int maxId, int state) {
    int end;
    if (!traced.goOn()) {
      end = super.feed(words, from, to, maxId, state);
    } else {
      end =
          tracedForest != null
              ? tracedForest.feed(words, from, to, maxId, stateFields(), state)
              : tracedCounter.feed(words, from, to, maxId);
      traced.add(end - from);
    }
    return end;
  }

  @Override
  protected void feed(PathRun run, int state) {
    if (!traced.goOn()) {
      super.feed(run, state);
      return;
    }
    int id = run.firstId() + run.path();
    int[] words = new int[Math.min(run.count(), LONGEST_PIECE)];
    Arrays.fill(words, id);
    for (int left = run.count(); left > 0; left -= words.length) {
      feed(words, 0, Math.min(left, words.length), id, state);
    }
  }

  /** Returns the k-slab forest; null for k = 1. */
  SlabForest forest() {
    return (SlabForest) sequences();
  }
}
