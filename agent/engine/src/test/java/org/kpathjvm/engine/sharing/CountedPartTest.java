package org.kpathjvm.engine.sharing;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.kpathjvm.engine.contexts.ContextAutomaton;
import org.kpathjvm.engine.counting.ActivationStates;
import org.kpathjvm.engine.counting.GramCounts;
import org.kpathjvm.engine.counting.PathRun;
import org.kpathjvm.engine.ipf.PathForestBuilder;

class CountedPartTest {
  private static final int K = 3;
  private static final int STATE = 50 * ActivationStates.STRIDE;

  private final List<List<Integer>> expected = new ArrayList<>();
  private final RecordBatch batch = new RecordBatch();

  private static Map<List<Integer>, Long> grams(CountedPart part) {
    part.counter().settle(new org.kpathjvm.engine.counting.FoldedContexts(K));
    return GramCounts.of(PathForestBuilder.build(part.counter(), K));
  }

  private void check(CountedPart part) {
    GramCounts counts = new GramCounts(K);
    expected.forEach(counts::add);
    assertEquals(counts.counts(), grams(part));
  }

  /**
   * The batch has a record of each kind. The second activation reuses the state of the first, which
   * has ended.
   */
  @Test
  void recordsAreCountedInOrder() {
    CountedPart part = new CountedPart(new ContextAutomaton(K));
    PathRun run = new PathRun();
    run.set(2, 1, 3, 70);
    batch.begin(part);
    batch.addWord(RecordBatch.BEGINS, STATE, 1, 2, 3, 0b01_10_11);
    batch.addRun(0, STATE, run);
    batch.addPaths(0, STATE, new int[] {9, 1, 2, -3}, 1, 3);
    batch.addEnd(STATE);
    batch.addWord(RecordBatch.BEGINS | RecordBatch.ENDS, STATE, 1, 2, 1, 0);
    batch.addWholes(1, 2, 2, 0b00_11, 1L << 33);
    part.count(batch);
    List<Integer> ids = new ArrayList<>(List.of(2, 3, 4));
    for (int times = 0; times < 70; times++) {
      ids.add(4);
    }
    ids.addAll(List.of(1, 2, 3));
    expected.add(ids);
    expected.add(List.of(1));
    GramCounts counts = new GramCounts(K);
    expected.forEach(counts::add);
    Map<List<Integer>, Long> all = counts.counts();
    all.merge(List.of(1), 1L << 33, Long::sum);
    all.merge(List.of(4), 1L << 33, Long::sum);
    all.merge(List.of(1, 4), 1L << 33, Long::sum);
    assertEquals(all, grams(part));
  }

  /** The part takes over a profile's counter and states, so the profile's activations go on. */
  @Test
  void aPartContinuesTheProfilesActivations() {
    ActivationStates states = new ActivationStates();
    ContextAutomaton counter = new ContextAutomaton(K);
    CountedPart part = new CountedPart(counter, states, () -> 7);
    int state = states.create();
    int other = states.create();
    counter.feedWord(1, 2, 2, 0b01_10, states.fields(), state);
    assertEquals(counter.bytes() + 7, part.bytes());
    part.separate();
    assertEquals(1, states.fields()[state + ActivationStates.TOP]);
    assertEquals(0, states.fields()[other + ActivationStates.TOP]);
    batch.begin(part);
    batch.addWord(0, state, 1, 2, 2, 0b11_00);
    part.count(batch);
    expected.add(Arrays.asList(2, 3, 4, 1));
    check(part);
  }
}
