package org.kpathjvm.engine.segment;

import static org.kpathjvm.runtime.layout.SegmentLayout.WHOLE_WORDS;
import static org.kpathjvm.runtime.layout.StreamFormat.PACKED;
import static org.kpathjvm.runtime.layout.StreamFormat.PACKED_LAST;
import static org.kpathjvm.runtime.layout.StreamFormat.PACKED_WHOLE;

import org.kpathjvm.runtime.layout.PackedWord;

/**
 * The whole words that have counters in a target's segment. A whole word has all paths of an
 * activation, and its counter counts the activations that had exactly these paths. A running target
 * may add words.
 */
final class WholeWordTable {
  private final SegmentReader segment;

  WholeWordTable(SegmentReader segment) {
    this.segment = segment;
  }

  /**
   * Returns the id of the counter of the word at place 0. Returns 0 if words have no counters, or
   * if a starting target hasn't written the id yet.
   */
  int firstId() {
    return segment.firstWholeId();
  }

  /** Returns the id that comes after the ids of all words' counters; 0 if {@link #firstId} is 0. */
  int endId() {
    int first = firstId();
    return first == 0 ? 0 : first + WHOLE_WORDS;
  }

  private boolean has(int id) {
    return id >= firstId() && id < endId();
  }

  /**
   * Returns the number of paths in the word of a counter; 0 if there is no such counter, or if its
   * word isn't well-formed.
   */
  int pathsOf(int id) {
    if (!has(id)) {
      return 0;
    }
    long word = segment.wholeWord(id - firstId());
    int bits = PackedWord.bitsOf(segment.wholePacking(id - firstId()));
    return word == 0 || bits < 1 || bits > PackedWord.MOST_BITS
        ? 0
        : Math.max(PackedWord.count(word, bits), 0);
  }

  /**
   * Reads the word of a counter.
   *
   * @throws StreamDamage if the counter has no valid word, or if the word has an unknown path id
   */
  void read(int id, PackedPaths into) throws StreamDamage {
    long word = segment.wholeWord(id - firstId());
    long packing = segment.wholePacking(id - firstId());
    int bits = PackedWord.bitsOf(packing);
    int first = PackedWord.firstIdOf(packing);
    if (word == 0 || bits < 1 || bits > PackedWord.MOST_BITS || first < endId()) {
      throw new StreamDamage(
          "counter " + id + " is a whole word's, but the segment has no valid word for it");
    }
    into.set(
        PACKED + PACKED_WHOLE + PACKED_LAST + bits,
        first,
        (int) word,
        (int) (word >>> Integer.SIZE));
    if (into.highestId() > segment.idCount()) {
      throw new StreamDamage(
          "a whole word has path id "
              + into.highestId()
              + ", but only "
              + segment.idCount()
              + " ids are known");
    }
  }
}
