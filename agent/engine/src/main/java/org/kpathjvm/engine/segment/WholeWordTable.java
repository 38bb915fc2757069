package org.kpathjvm.engine.segment;

import static org.kpathjvm.runtime.layout.SegmentLayout.WHOLE_WORDS;
import static org.kpathjvm.runtime.layout.StreamFormat.PACKED;
import static org.kpathjvm.runtime.layout.StreamFormat.PACKED_LAST;
import static org.kpathjvm.runtime.layout.StreamFormat.PACKED_WHOLE;

import org.kpathjvm.runtime.layout.PackedWord;

/**
 * The words of whole activations for which a target has counters of their own, as its segment has
 * them. The target may still add words.
 */
final class WholeWordTable {
  private final SegmentReader segment;

  WholeWordTable(SegmentReader segment) {
    this.segment = segment;
  }

  /**
   * Returns the id of the counter of the word in place 0; 0 if words have no counters. A target
   * that has only just started hasn't said it yet.
   */
  int firstId() {
    return segment.firstWholeId();
  }

  /** Returns the id after those of the words' counters; 0 if there are none. */
  int endId() {
    int first = firstId();
    return first == 0 ? 0 : first + WHOLE_WORDS;
  }

  /** Returns whether a counter is that of a word. */
  private boolean has(int id) {
    return id >= firstId() && id < endId();
  }

  /**
   * Returns how many paths the activations have that a counter counts; 0 if it isn't that of a word
   * that is known.
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
   * Reads the word that a counter counts.
   *
   * @throws StreamDamage if there is no such word
   */
  void read(int id, PackedPaths into) throws StreamDamage {
    long word = segment.wholeWord(id - firstId());
    long packing = segment.wholePacking(id - firstId());
    int bits = PackedWord.bitsOf(packing);
    int first = PackedWord.firstIdOf(packing);
    if (word == 0 || bits < 1 || bits > PackedWord.MOST_BITS || first < endId()) {
      throw new StreamDamage("counter " + id + " is that of a whole word, but there is no word");
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
              + " are known");
    }
  }
}
