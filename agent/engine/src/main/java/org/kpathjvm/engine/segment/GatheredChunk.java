package org.kpathjvm.engine.segment;

import static org.kpathjvm.engine.journal.JournalFormat.TIMES;
import static org.kpathjvm.engine.segment.WordDecoder.CHUNK_WORDS;
import static org.kpathjvm.runtime.layout.StreamFormat.MAX_ID;
import static org.kpathjvm.runtime.layout.StreamFormat.PACKED;
import static org.kpathjvm.runtime.layout.StreamFormat.PACKED_BITS_MASK;
import static org.kpathjvm.runtime.layout.StreamFormat.PACKED_WHOLE;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.kpathjvm.runtime.layout.PackedWord;
import org.kpathjvm.runtime.layout.StreamFormat;

/**
 * Arranges the words of a chunk that is spilled. Records that each have all paths of an activation
 * can be counted in any order. So they are written first, and {@link WholeActivations} gathers
 * equal ones: they become one record, preceded by their number ({@link
 * org.kpathjvm.engine.journal.JournalFormat#TIMES}). All other records follow in the order that
 * they have in the chunk. The result is never longer than the chunk.
 */
final class GatheredChunk {
  private final WholeActivations wholes = new WholeActivations(this::write);
  private final int[] words = new int[CHUNK_WORDS];
  private final int[] gathered = new int[CHUNK_WORDS];
  private final int[] rest = new int[CHUNK_WORDS];
  private final ByteBuffer bytes =
      ByteBuffer.allocateDirect(CHUNK_WORDS * StreamFormat.WORD_BYTES)
          .order(ByteOrder.nativeOrder());
  private int gatheredEnd;
  private int restEnd;
  private int events;

  /**
   * Reads a finished chunk. Returns the words to write, in a buffer that is reused; null if the
   * chunk is damaged.
   *
   * @param end the number of words in the chunk
   */
  ByteBuffer read(SegmentReader segment, int block, int end) {
    if (!readRecords(segment, block, 0, end)) {
      return null;
    }
    bytes.clear();
    bytes.asIntBuffer().put(gathered, 0, gatheredEnd).put(rest, 0, restEnd);
    return bytes.limit((gatheredEnd + restEnd) * StreamFormat.WORD_BYTES);
  }

  /**
   * Returns the number of path completions in a chunk's words {@code from} to {@code end} - 1. The
   * words are read only up to the first damaged record.
   */
  int eventsIn(SegmentReader segment, int block, int from, int end) {
    readRecords(segment, block, from, end);
    return events;
  }

  int events() {
    return events;
  }

  private boolean readRecords(SegmentReader segment, int block, int from, int end) {
    segment.copyWords(block, words, from, end);
    gatheredEnd = 0;
    restEnd = 0;
    events = 0;
    boolean isUndamaged = readRecords(from, end);
    wholes.countAll();
    return isUndamaged;
  }

  private boolean readRecords(int from, int end) {
    for (int at = from; at < end; ) {
      int word = words[at];
      if (word >= -MAX_ID && word != 0) {
        events++;
        rest[restEnd++] = word;
        at++;
        continue;
      }
      int length;
      try {
        length = WordDecoder.length(word);
      } catch (StreamDamage e) {
        // The damage is reported if the chunk is decoded.
        return false;
      }
      if (word == TIMES || at + length > end) {
        return false;
      }
      boolean isWhole = false;
      if (WordDecoder.isPacked(word)) {
        int bits = word - PACKED & PACKED_BITS_MASK;
        int count = bits == 0 ? -1 : PackedWord.count(paths(at), bits);
        if (count < 1) {
          return false;
        }
        events += count;
        isWhole = (word - PACKED & PACKED_WHOLE) != 0;
      } else if (WordDecoder.isRun(word)) {
        events += Math.max(words[at + 3], 0);
      }
      if (isWhole) {
        readWhole(word, words[at + 1], paths(at));
      } else {
        for (int next = at; next < at + length; next++) {
          rest[restEnd++] = words[next];
        }
      }
      at += length;
    }
    return true;
  }

  private long paths(int packed) {
    return (long) words[packed + 3] << Integer.SIZE | words[packed + 2] & 0xFFFFFFFFL;
  }

  private void readWhole(int control, int firstId, long word) {
    if (!wholes.isAgain(control, firstId, word, 1) && !wholes.take(control, firstId, word, 1)) {
      write(control, firstId, word);
    }
  }

  private void write(WholeActivations.Gathered record) {
    if (record.times > 1) {
      gathered[gatheredEnd++] = TIMES;
      gathered[gatheredEnd++] = (int) record.times;
    }
    write(record.control, record.firstId, record.word);
  }

  private void write(int control, int firstId, long word) {
    gathered[gatheredEnd++] = control;
    gathered[gatheredEnd++] = firstId;
    gathered[gatheredEnd++] = (int) word;
    gathered[gatheredEnd++] = (int) (word >>> Integer.SIZE);
  }
}
