package org.kpathjvm.engine.segment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.kpathjvm.engine.counting.SequenceCounter;

/**
 * Tests a memory of 16 MB with a single drain. Half of the memory is for tables: 2 MB for this
 * drain alone, and 6 MB in a pool that all drains would share if there were several.
 */
class DrainMemoryTest {
  private static final long MEGABYTE = 1 << 20;

  private final EngineMemory engine = EngineMemory.of(16 * MEGABYTE, 1);
  private final DrainMemory memory = new DrainMemory(engine);
  private final StreamProfile profile = profile();

  private static StreamProfile profile() {
    return new StreamProfile(new ProfileOptions(4, ProfileOptions.Engine.CONTEXTS), false, 0);
  }

  @Test
  void aDrainMayUseItsOwnShare() {
    memory.add(profile.parts().get(0));
    assertTrue(memory.mayGrow(profile.sequences(), MEGABYTE));
    assertTrue(engine.take(6 * MEGABYTE), "the drain took from the common pool");
  }

  @Test
  void aDrainTakesMoreFromTheCommonPool() {
    memory.add(profile.parts().get(0));
    assertTrue(memory.mayGrow(profile.sequences(), 3 * MEGABYTE));
    assertFalse(engine.take(6 * MEGABYTE));
    assertTrue(engine.take(4 * MEGABYTE));
  }

  @Test
  void aDrainCannotTakeWhatOthersHaveTaken() {
    memory.add(profile.parts().get(0));
    engine.take(6 * MEGABYTE);
    assertFalse(memory.mayGrow(profile.sequences(), 3 * MEGABYTE));
  }

  /**
   * If the engine has a memory of 128 MB, the drain's share is 16 MB. Each of the drain's two
   * threads gets half of that. The first thread keeps the drain's tables, so it takes another 8 MB
   * from the pool to have as much as before.
   */
  @Test
  void threadsThatShareTheCountingDivideTheShare() {
    EngineMemory large = EngineMemory.of(128 * MEGABYTE, 1);
    DrainMemory first = new DrainMemory(large);
    first.add(profile.parts().get(0));
    List<DrainMemory> memories = first.divided(2);
    assertEquals(first, memories.get(0));
    StreamProfile other = profile();
    memories.get(1).add(other.parts().get(0));
    assertTrue(large.take(40 * MEGABYTE), "more than the share was taken");
    assertFalse(large.take(MEGABYTE));
    assertTrue(first.mayGrow(profile.sequences(), 15 * MEGABYTE));
    assertFalse(first.mayGrow(profile.sequences(), 17 * MEGABYTE));
    assertTrue(memories.get(1).mayGrow(other.sequences(), 7 * MEGABYTE));
    assertFalse(memories.get(1).mayGrow(other.sequences(), 9 * MEGABYTE));
  }

  @Test
  void scarceMemoryIsNotDivided() {
    assertEquals(List.of(), memory.divided(2));
  }

  /**
   * Two profiles share the drain's half megabyte. The large table of one is folded so that the
   * small table of the other can grow.
   */
  @Test
  void aMuchLargerTableIsFoldedInPlaceOfASmallOne() {
    EngineMemory least = EngineMemory.of(EngineMemory.SMALLEST_BYTES_PER_DRAIN, 1);
    DrainMemory full = new DrainMemory(least);
    StreamProfile large = profile();
    fill(large.sequences(), large.states.create(), large);
    long before = large.sequences().bytes();
    assertTrue(before > least.drainShare(), before + " bytes");
    full.add(profile.parts().get(0));
    full.add(large.parts().get(0));
    assertTrue(least.take(least.tableBytes() - least.drainShare()));
    assertTrue(full.mayGrow(profile.sequences(), 1000));
    assertTrue(large.sequences().foldLog().folds() > 0);
    assertEquals(0, profile.sequences().foldLog().folds());
    assertTrue(large.sequences().bytes() < before);
  }

  @Test
  void aSlightlyLargerTableIsNotFolded() {
    StreamProfile large = profile();
    fill(large.sequences(), large.states.create(), large);
    memory.add(profile.parts().get(0));
    memory.add(large.parts().get(0));
    engine.take(6 * MEGABYTE);
    assertFalse(memory.mayGrow(profile.sequences(), 2 * MEGABYTE));
    assertEquals(0, large.sequences().foldLog().folds());
  }

  private static void fill(SequenceCounter counter, int state, StreamProfile profile) {
    Random random = new Random(1);
    int[] ids = new int[100_000];
    for (int at = 0; at < ids.length; at++) {
      ids[at] = 1 + random.nextInt(300);
    }
    counter.feed(ids, 0, ids.length, 300, profile.states.fields(), state);
  }
}
