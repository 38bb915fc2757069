package org.kpathjvm.engine.segment;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.kpathjvm.engine.EngineSession;
import org.kpathjvm.engine.EngineSnapshot;
import org.kpathjvm.engine.ThreadResult;
import org.kpathjvm.engine.counting.FoldedContexts;
import org.kpathjvm.engine.counting.Gram;
import org.kpathjvm.engine.counting.GramCounts;
import org.kpathjvm.engine.counting.SequenceCounter;
import org.kpathjvm.engine.ipf.ConversionLimits;
import org.kpathjvm.engine.ipf.PathForestBuilder;
import org.kpathjvm.engine.segment.ProfileOptions.Engine;

/**
 * Decodes the buffers in which a session returns its results, as the project's Python code does.
 */
public final class SessionResults {
  private SessionResults() {}

  /** Opens a session without a memory limit. */
  public static EngineSession open(String segmentPath, int k, Engine engine, int workers) {
    return EngineSession.open(
        segmentPath, new ProfileOptions(k, engine), EngineMemory.UNBOUNDED, workers);
  }

  /** Returns the n-grams of a finished session. */
  public static Map<List<Integer>, Long> grams(EngineSession session) {
    return grams(
        session.forest().parents(),
        session.forest().paths(),
        session.forest().depths(),
        session.forest().counts());
  }

  /** Returns the n-grams in a snapshot of an unfinished session. */
  public static Map<List<Integer>, Long> grams(EngineSnapshot snapshot) {
    return grams(
        snapshot.forest().parents(),
        snapshot.forest().paths(),
        snapshot.forest().depths(),
        snapshot.forest().counts());
  }

  /** Returns the n-grams that profiles have counted. The call changes the profiles' counters. */
  static Map<List<Integer>, Long> gramsOf(ProfileSet profiles) {
    int k = profiles.options().k();
    SequenceCounter sum = profiles.options().newSequenceCounter();
    profiles.all().forEach(profile -> profile.counters().forEach(sum::addAll));
    sum.settle(new FoldedContexts(k));
    return GramCounts.of(PathForestBuilder.build(sum, k, ConversionLimits.NONE));
  }

  /** Returns the n-grams of one thread. */
  public static Map<List<Integer>, Long> grams(ThreadResult thread) {
    return grams(
        thread.forest().parents(),
        thread.forest().paths(),
        thread.forest().depths(),
        thread.forest().counts());
  }

  private static Map<List<Integer>, Long> grams(
      ByteBuffer parentBytes, ByteBuffer pathBytes, ByteBuffer depthBytes, ByteBuffer countBytes) {
    IntBuffer parents = ints(parentBytes);
    IntBuffer paths = ints(pathBytes);
    IntBuffer depths = ints(depthBytes);
    LongBuffer counts = countBytes.order(java.nio.ByteOrder.nativeOrder()).asLongBuffer();
    List<Gram> grams = new ArrayList<>();
    Map<List<Integer>, Long> result = new HashMap<>();
    for (int row = 0; row < counts.capacity(); row++) {
      Gram parent = parents.get(row) < 0 ? Gram.EMPTY : grams.get(parents.get(row));
      Gram gram = parent.with(paths.get(row));
      assertEquals(gram.size(), depths.get(row));
      grams.add(gram);
      result.put(gram, counts.get(row));
    }
    return result;
  }

  /** Asserts that a finished session has counted exactly the paths and n-grams of a target. */
  public static void check(EngineSession session, int k, SimulatedTarget target) {
    assertEquals(null, session.failure());
    assertEquals(expected(k, target), grams(session));
    assertEquals(target.sequences().stream().mapToLong(List::size).sum(), session.events());
  }

  /** Returns the exact counts of the n-grams in a target's sequences. */
  public static Map<List<Integer>, Long> expected(int k, SimulatedTarget target) {
    GramCounts expected = new GramCounts(k);
    List.copyOf(target.sequences()).forEach(expected::add);
    return expected.counts();
  }

  private static IntBuffer ints(ByteBuffer buffer) {
    return buffer.order(java.nio.ByteOrder.nativeOrder()).asIntBuffer();
  }
}
