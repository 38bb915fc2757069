package org.kpathjvm.engine.segment;

import static org.kpathjvm.engine.counting.ActivationStates.NONE;
import static org.kpathjvm.engine.journal.JournalFormat.TIMES;
import static org.kpathjvm.runtime.layout.StreamFormat.BEGIN;
import static org.kpathjvm.runtime.layout.StreamFormat.CLOSE;
import static org.kpathjvm.runtime.layout.StreamFormat.MAX_ID;
import static org.kpathjvm.runtime.layout.StreamFormat.PACKED;
import static org.kpathjvm.runtime.layout.StreamFormat.PACKED_BITS_MASK;
import static org.kpathjvm.runtime.layout.StreamFormat.PACKED_LAST;
import static org.kpathjvm.runtime.layout.StreamFormat.PACKED_LIMIT;
import static org.kpathjvm.runtime.layout.StreamFormat.PACKED_WHOLE;
import static org.kpathjvm.runtime.layout.StreamFormat.RESUME;
import static org.kpathjvm.runtime.layout.StreamFormat.RUN;
import static org.kpathjvm.runtime.layout.StreamFormat.RUN_LIMIT;

import java.lang.invoke.VarHandle;
import org.kpathjvm.engine.counting.PathRun;
import org.kpathjvm.runtime.layout.PackedWord;
import org.kpathjvm.runtime.layout.SegmentLayout;
import org.kpathjvm.runtime.layout.StreamFormat;

/**
 * Decodes the words of chunks ({@link StreamFormat}), and passes the paths to a {@link
 * StreamProfile}. Each drain has one decoder. The decoder first copies the words out of the segment
 * in bulk.
 *
 * <p>A chunk that is still being written is copied without memory ordering. This is safe for a
 * path, because a path is one word, which never changes. The payload of a control word is copied
 * again, after an acquire fence.
 */
final class WordDecoder {
  static final int CHUNK_WORDS = SegmentLayout.BLOCK_BYTES / StreamFormat.WORD_BYTES;

  /** The number of words in a BEGIN or RESUME record. */
  private static final int ACTIVATION_WORDS = 3;

  private static final int PACKED_WORDS = StreamFormat.PACKED_BYTES / StreamFormat.WORD_BYTES;

  private static final int RUN_WORDS = StreamFormat.RUN_BYTES / StreamFormat.WORD_BYTES;

  /** The number of words in a TIMES record before its packed paths. */
  private static final int TIMES_WORDS = 2;

  /** The largest number of whole activations in a chunk. */
  private static final int MOST_TIMES = CHUNK_WORDS / PACKED_WORDS;

  private final BlockLedger blocks;
  private final StreamCounts counts;
  private boolean late;
  private final PackedPaths packed = new PackedPaths();
  private final PathRun run = new PathRun();
  private final WholeActivations wholes = new WholeActivations(this::countWholes);

  /** The profile whose whole activations are gathered. */
  private StreamProfile gatheredFor;

  private final int[] words = new int[CHUNK_WORDS];
  private int maxId;
  private boolean waiting;
  private int position;

  WordDecoder(BlockLedger blocks, StreamCounts counts) {
    this.blocks = blocks;
    this.counts = counts;
  }

  /**
   * Returns whether the last {@link #decode} stopped at a RESUME, because the activation's earlier
   * piece hasn't been read yet.
   */
  boolean waiting() {
    return waiting;
  }

  /**
   * Returns where the last {@link #decode} stopped: at the first word that wasn't consumed, or at
   * the damaged word.
   */
  int position() {
    return position;
  }

  /**
   * Decodes words of a block. Stops before index {@code to}. Stops earlier at a RESUME that must
   * wait, at a record that isn't completely before {@code to}, or, in an open chunk, at an
   * unwritten word.
   *
   * @param from the index of the first word
   * @param end the index after the chunk's last word
   * @param isLate whether the chunk belongs to a {@linkplain DrainParts#conclude concluded} part.
   *     The few words that still arrive in such a chunk are counted without the earlier paths of
   *     their activations.
   * @throws StreamDamage if there are words that no recording thread can have written
   */
  void decode(
      int block,
      int from,
      int to,
      int end,
      boolean open,
      StreamProfile profile,
      ActivationCursor cursor,
      boolean isLate)
      throws StreamDamage {
    blocks.copyWords(block, words, from, to);
    late = isLate;
    if (profile != gatheredFor) {
      complete();
      gatheredFor = profile;
    }
    waiting = false;
    position = from;
    cursor.beforeBatch();
    try {
      while (position < to) {
        int word = words[position];
        if (word >= -MAX_ID && word != 0) {
          paths(to, profile, cursor);
        } else if (word == 0) {
          if (open) {
            return;
          }
          throw new StreamDamage("some words of a finished chunk were never written");
        } else if (word == CLOSE) {
          current(cursor, profile);
          cursor.end();
          counts.closed++;
          position++;
        } else if (!isWhole(word, block, to, end, open) || !control(word, profile, cursor)) {
          return;
        }
      }
    } finally {
      cursor.afterBatch();
      if (isLate) {
        cursor.abandon();
      }
    }
  }

  /** Makes the profile count the gathered {@link WholeActivations}. */
  void complete() {
    wholes.countAll();
  }

  private void countWholes(WholeActivations.Gathered record) {
    try {
      packed.set(
          record.control, record.firstId, (int) record.word, (int) (record.word >>> Integer.SIZE));
    } catch (StreamDamage e) {
      throw new IllegalStateException("a gathered record isn't packed paths", e);
    }
    gatheredFor.feedWholes(packed, record.times);
  }

  private void paths(int to, StreamProfile profile, ActivationCursor cursor) throws StreamDamage {
    int state = current(cursor, profile);
    int end = profile.feed(words, position, to, maxId, state);
    if (end == position) {
      checkId(Math.abs(words[position]));
      return;
    }
    if (words[end - 1] < 0) {
      cursor.end();
      counts.ended++;
    }
    counts.events += end - position;
    position = end;
  }

  /** Returns the number of words in a record that begins with a control word. */
  static int length(int word) throws StreamDamage {
    if (word == CLOSE) {
      return 1;
    }
    if (word == BEGIN || word == RESUME) {
      return ACTIVATION_WORDS;
    }
    if (isPacked(word)) {
      return PACKED_WORDS;
    }
    if (isRun(word)) {
      return RUN_WORDS;
    }
    if (word == TIMES) {
      return TIMES_WORDS + PACKED_WORDS;
    }
    throw new StreamDamage("unknown control word " + word);
  }

  static boolean isRun(int word) {
    return word >= RUN && word < RUN_LIMIT;
  }

  static boolean isPacked(int word) {
    return word >= PACKED && word < PACKED_LIMIT;
  }

  /**
   * Returns whether a record is completely before {@code to}, so that it can be read. In an open
   * chunk, the words after the record's control word are copied again.
   */
  private boolean isWhole(int word, int block, int to, int end, boolean open) throws StreamDamage {
    int recordEnd = position + length(word);
    if (recordEnd > to) {
      if (to < end) {
        return false;
      }
      throw new StreamDamage("a record is cut by the chunk's end");
    }
    if (open) {
      VarHandle.acquireFence();
      blocks.copyWords(block, words, position + 1, recordEnd);
    }
    return true;
  }

  /** Decodes the record of a control word. Returns false if the record must not be consumed yet. */
  private boolean control(int word, StreamProfile profile, ActivationCursor cursor)
      throws StreamDamage {
    if (isPacked(word)) {
      packed(word, profile, cursor);
      position += PACKED_WORDS;
      return true;
    }
    if (word == TIMES) {
      int times = words[position + 1];
      int whole = words[position + TIMES_WORDS];
      if (times < 1 || times > MOST_TIMES || !isPacked(whole) || !isWholeActivation(whole)) {
        throw new StreamDamage("damaged TIMES record: count " + times + ", control word " + whole);
      }
      position += TIMES_WORDS;
      whole(whole, times, profile);
      position += PACKED_WORDS;
      return true;
    }
    if (isRun(word)) {
      int path = words[position + 2];
      int times = words[position + 3];
      if (!run.set(word - RUN, words[position + 1], path, times)) {
        throw new StreamDamage(
            "damaged run: control word " + word + ", path " + path + ", count " + times);
      }
      checkIds(run.firstId(), run.id());
      int state = current(cursor, profile);
      profile.feed(run, state);
      counts.events += run.count();
      position += RUN_WORDS;
      return true;
    }
    long activation =
        (long) words[position + 2] << 32 | Integer.toUnsignedLong(words[position + 1]);
    if (word == BEGIN) {
      cursor.begin(activation);
      counts.begun++;
    } else if (late) {
      cursor.beginLate();
    } else {
      if (!cursor.resume(activation)) {
        waiting = true;
        return false;
      }
      counts.resumed++;
    }
    position += ACTIVATION_WORDS;
    return true;
  }

  private void packed(int word, StreamProfile profile, ActivationCursor cursor)
      throws StreamDamage {
    if (isWholeActivation(word)) {
      whole(word, 1, profile);
      return;
    }
    setPacked(word);
    int state = current(cursor, profile);
    profile.feed(packed, maxId, state);
    counts.events += packed.count();
    counts.ended += packed.isLast() ? 1 : 0;
    counts.closed += packed.isClosed() ? 1 : 0;
    if (packed.isLast() || packed.isClosed()) {
      cursor.end();
    }
  }

  private static boolean isWholeActivation(int packedWord) {
    return (packedWord - PACKED & PACKED_WHOLE) != 0;
  }

  /**
   * Decodes the packed paths at {@link #position}, which stand for {@code times} whole activations
   * with the same paths.
   */
  private void whole(int word, int times, StreamProfile profile) throws StreamDamage {
    int first = words[position + 1];
    long paths = (long) words[position + 3] << Integer.SIZE | words[position + 2] & 0xFFFFFFFFL;
    boolean gathers = profile.gathersWholes();
    if (gathers && wholes.isAgain(word, first, paths, times)) {
      counts.whole(
          PackedWord.count(paths, word - PACKED & PACKED_BITS_MASK),
          (word - PACKED & PACKED_LAST) != 0,
          times);
      return;
    }
    setPacked(word);
    counts.whole(packed.count(), packed.isLast(), times);
    if (gathers && wholes.take(word, first, paths, times)) {
      return;
    }
    for (int time = 0; time < times; time++) {
      int state = profile.states.create();
      profile.feed(packed, maxId, state);
      profile.release(state);
    }
  }

  private void setPacked(int word) throws StreamDamage {
    packed.set(word, words[position + 1], words[position + 2], words[position + 3]);
    checkId(packed.firstId());
    if (packed.firstId() + (1L << packed.bits()) - 1 > maxId) {
      checkIds(packed.firstId(), packed.highestId());
    }
  }

  private int current(ActivationCursor cursor, StreamProfile profile) throws StreamDamage {
    int state = cursor.state();
    if (state == NONE && late) {
      return cursor.beginLate();
    }
    if (state == NONE) {
      throw new StreamDamage("a path that belongs to no activation");
    }
    return state;
  }

  long events() {
    return counts.events();
  }

  /**
   * Returns the index after the last record in a chunk.
   *
   * @param from the index after the records that have been read
   */
  int writtenEnd(int block, int from) {
    int at = from;
    try {
      for (int word = wordAt(block, at); word != 0; word = wordAt(block, at)) {
        int next = at + (word >= -MAX_ID ? 1 : length(word));
        if (next > CHUNK_WORDS) {
          return at;
        }
        at = next;
      }
    } catch (StreamDamage e) {
      // The damage is reported if the chunk is decoded.
      return at;
    }
    return at;
  }

  private int wordAt(int block, int at) {
    return at < CHUNK_WORDS ? blocks.word(block, at) : 0;
  }

  private void checkIds(int lowest, long highest) throws StreamDamage {
    checkId(lowest);
    checkId(Math.toIntExact(Math.min(highest, Integer.MAX_VALUE)));
  }

  /**
   * Checks an id. The number of ids grows while the target runs, so that number is read again
   * before an id is rejected.
   */
  private void checkId(int id) throws StreamDamage {
    if (Integer.compareUnsigned(id - 1, maxId) < 0) {
      return;
    }
    int known = blocks.segment().idCount();
    if (id < 1 || id > known) {
      throw new StreamDamage("path id " + id + ", but only " + known + " are known");
    }
    maxId = known;
  }
}
