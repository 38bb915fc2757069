package org.kpathjvm.engine.sharing;

import static org.kpathjvm.engine.counting.ActivationStates.TOP;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.kpathjvm.engine.counting.PathRun;
import org.kpathjvm.engine.counting.SequenceCounter;

/**
 * The parts of one profile, and which activation is in which: TOP of its state, less 1; it has none
 * yet if that is 0.
 */
public final class SharedProfile {
  /** Ids of paths whose method isn't known stand for it in blocks of 2 to the power of this. */
  private static final int BLOCK_BITS = 6;

  private final SharedCounting counting;
  private final List<CountedPart> parts = new ArrayList<>();

  /**
   * Shares what a profile goes on to count.
   *
   * @param first its part until now, in which its activations stand
   * @param newCounter for its other parts
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

  /** To be read when the threads have ended. */
  public List<CountedPart> parts() {
    return parts;
  }

  /**
   * The ids from {@code ids[from]} on, at least one, are the next of an activation; a negated one
   * at the end is its last.
   *
   * @param fields of the profile's states
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

  /** The paths of a word; {@code ends}: the activation is over then. */
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

  /** Paths of a word that are all of an activation, and so many such activations. */
  public void feedWholes(int firstId, int bits, int count, long paths, long times) {
    int part = counting.part(firstId);
    batch(part, RecordBatch.WHOLES_INTS).addWholes(firstId, bits, count, paths, times);
  }

  /** One path many times. */
  public void feedRun(PathRun run, int[] fields, int state) {
    int flags = begin(run.firstId(), fields, state);
    batch(fields[state + TOP] - 1, RecordBatch.RUN_INTS).addRun(flags, state, run);
  }

  /** The activation is over, if that wasn't known before. */
  public void end(int[] fields, int state) {
    int part = fields[state + TOP] - 1;
    if (part >= 0) {
      batch(part, RecordBatch.NONE_INTS).addEnd(state);
      fields[state + TOP] = 0;
    }
  }

  /** The flag for the activation's next record; TOP is set when it is the first. */
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
