package org.kpathjvm.engine.sharing;

import static org.kpathjvm.engine.counting.ActivationStates.TOP;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.kpathjvm.engine.counting.PathRun;
import org.kpathjvm.engine.counting.SequenceCounter;

/**
 * The parts of one profile, and which activation is in which. TOP of the activation's state is 1 +
 * the part's index, or 0 if it has no part yet.
 */
public final class SharedProfile {
  /**
   * If a path's method isn't known, the block of ids that the path's id is in stands for the
   * method. The number of ids in a block is 2 to the power of this number.
   */
  private static final int BLOCK_BITS = 6;

  private final SharedCounting counting;
  private final List<CountedPart> parts = new ArrayList<>();

  /**
   * Divides what a profile counts from now on among several parts.
   *
   * @param first the profile's only part so far, in which its activations stand
   * @param newCounter makes the counters of its other parts
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

  /** Returns the parts. They may only be read when the threads are at rest or have ended. */
  public List<CountedPart> parts() {
    return parts;
  }

  /**
   * Hands over ids as the next paths of an activation. There is at least one id. A negated one at
   * the end is the activation's last.
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
   * Hands over the paths of a word for counting.
   *
   * @param ends whether the activation is over after them
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
   * Hands over {@code times} equal activations. The paths of the word are all paths that each of
   * these activations completed.
   */
  public void feedWholes(int firstId, int bits, int count, long paths, long times) {
    int part = counting.part(firstId);
    batch(part, RecordBatch.WHOLES_INTS).addWholes(firstId, bits, count, paths, times);
  }

  /** Hands over one path that completed many times. */
  public void feedRun(PathRun run, int[] fields, int state) {
    int flags = begin(run.firstId(), fields, state);
    batch(fields[state + TOP] - 1, RecordBatch.RUN_INTS).addRun(flags, state, run);
  }

  /** Notes that the activation is over, unless its last record has already said so. */
  public void end(int[] fields, int state) {
    int part = fields[state + TOP] - 1;
    if (part >= 0) {
      batch(part, RecordBatch.NONE_INTS).addEnd(state);
      fields[state + TOP] = 0;
    }
  }

  /**
   * Returns the flag for the activation's next record. It sets TOP when the record is the
   * activation's first.
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
