package org.kpathjvm.engine.sharing;

import static org.kpathjvm.engine.counting.ActivationStates.TOP;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.kpathjvm.engine.counting.PathRun;
import org.kpathjvm.engine.counting.SequenceCounter;

/**
 * The parts of one profile. Each activation is counted in one part. In the activation's state, the
 * field TOP is that part's index plus 1, or 0 if no part has been chosen yet.
 */
public final class SharedProfile {
  /**
   * If a path's method isn't known, the block of ids that contains the path's id stands for the
   * method. A block has 2^BLOCK_BITS ids.
   */
  private static final int BLOCK_BITS = 6;

  private final SharedCounting counting;
  private final List<CountedPart> parts = new ArrayList<>();

  /**
   * Divides a profile into several parts, which count from now on.
   *
   * @param first the profile's only part so far, which has the positions of all activations
   * @param newCounter makes the counters of the other parts
   */
  public SharedProfile(
      SharedCounting counting, CountedPart first, Supplier<SequenceCounter> newCounter) {
    this.counting = counting;
    first.separate();
    parts.add(first);
    while (parts.size() < counting.parts()) {
      parts.add(new CountedPart(newCounter.get()));
    }
  }

  /**
   * Returns the parts. Read them only while the threads are {@linkplain SharedCounting#rest at
   * rest} or have ended.
   */
  public List<CountedPart> parts() {
    return parts;
  }

  /**
   * Passes one or more ids to an activation's part, as the activation's next paths. If the last id
   * is negated, the activation ends with that path.
   *
   * @param fields the fields of the profile's states
   */
  public void feed(int[] ids, int from, int to, int[] fields, int state) {
    boolean isLast = ids[to - 1] < 0;
    for (int at = from; at < to; at += RecordBatch.MOST_PATHS) {
      int count = Math.min(to - at, RecordBatch.MOST_PATHS);
      int flags = begin(-1 - (Math.abs(ids[at]) >>> BLOCK_BITS), fields, state);
      int part = fields[state + TOP] - 1;
      if (isLast && at + count == to) {
        flags |= RecordBatch.ENDS;
        fields[state + TOP] = 0;
      }
      batch(part, RecordBatch.PATHS_INTS + count).addPaths(flags, state, ids, at, count);
    }
  }

  /**
   * Passes the paths of a packed word to the activation's part.
   *
   * @param ends whether the activation ends after these paths
   */
  public void feedWord(
      int firstId, int bits, int count, long paths, boolean ends, int[] fields, int state) {
    int flags = begin(firstId, fields, state);
    int part = fields[state + TOP] - 1;
    if (ends) {
      flags |= RecordBatch.ENDS;
      fields[state + TOP] = 0;
    }
    batch(part, RecordBatch.WORD_INTS).addWord(flags, state, firstId, bits, count, paths);
  }

  /**
   * Passes {@code times} activations to the part of their method. Each activation has exactly the
   * given paths.
   */
  public void feedWholes(int firstId, int bits, int count, long paths, long times) {
    int part = counting.part(firstId);
    batch(part, RecordBatch.WHOLES_INTS).addWholes(firstId, bits, count, paths, times);
  }

  /** Passes a path run to the activation's part, as the activation's next paths. */
  public void feedRun(PathRun run, int[] fields, int state) {
    int flags = begin(run.firstId(), fields, state);
    batch(fields[state + TOP] - 1, RecordBatch.RUN_INTS).addRun(flags, state, run);
  }

  /** Passes an activation's end to its part, unless the end was passed with the last paths. */
  public void end(int[] fields, int state) {
    int part = fields[state + TOP] - 1;
    if (part >= 0) {
      batch(part, RecordBatch.NONE_INTS).addEnd(state);
      fields[state + TOP] = 0;
    }
  }

  /**
   * Returns the flag for the activation's next record: BEGINS for its first record, and 0 for later
   * ones. Before the first record, also chooses the activation's part and sets TOP.
   */
  private int begin(int method, int[] fields, int state) {
    if (fields[state + TOP] != 0) {
      return 0;
    }
    fields[state + TOP] = counting.part(method) + 1;
    return RecordBatch.BEGINS;
  }

  private RecordBatch batch(int part, int ints) {
    return counting.batch(part, parts.get(part), ints);
  }
}
