package org.kpathjvm.runtime.recorder;

import static org.kpathjvm.runtime.layout.SegmentLayout.SLOT_ACTIVATION_OFFSET;
import static org.kpathjvm.runtime.layout.StreamFormat.PACKED_GOES_ON;

import jdk.internal.misc.Unsafe;
import org.kpathjvm.runtime.layout.PackedWord;
import org.kpathjvm.runtime.threads.StackReserve;

/**
 * Records wide paths of methods whose paths are packed into words. A path is wide if its number
 * needs more bits than a word has for one path. A wide path isn't put into the word, but written
 * after the word. One check finds room for the word and the path, so that both are written or
 * neither is.
 */
final class WidePaths {
  private WidePaths() {}

  private static final Unsafe U = Unsafe.getUnsafe();

  /**
   * Writes the word's paths, and then a path whose activation goes on.
   *
   * @return the activation's new value; the caller empties the word
   */
  static long write(long activation, long word, long packing, int path) {
    StackReserve.use(StackReserve.FEW_FRAMES);
    long slot = Leases.ownSlot();
    long current = writeWord(slot, activation, word, packing);
    if (current != Recorder.BROKEN_SEQUENCE) {
      Recorder.put(slot, PackedWord.firstIdOf(packing) + path);
    }
    return current;
  }

  /** Writes the word's paths, and then an activation's last path. */
  static void end(long activation, long word, long packing, int path) {
    StackReserve.use(StackReserve.FEW_FRAMES);
    long slot = Leases.ownSlot();
    if (writeWord(slot, activation, word, packing) != Recorder.BROKEN_SEQUENCE) {
      Recorder.put(slot, -(PackedWord.firstIdOf(packing) + path));
      U.putLong(slot + SLOT_ACTIVATION_OFFSET, Lease.NO_ACTIVATION);
    }
  }

  /** Records a complete path of any width. Returns the activation's new value. */
  static long flush(long activation, long word, long packing, int path) {
    int bits = PackedWord.bitsOf(packing);
    return path >>> bits == 0
        ? Probes.flush(activation, word << bits | path, packing)
        : write(activation, word, packing, path);
  }

  /** Returns the activation's word after a call of {@link #flush}. */
  static long rest(long word, long packing, int path) {
    int bits = PackedWord.bitsOf(packing);
    return path >>> bits == 0 ? Probes.rest(word << bits | path, packing) : PackedWord.empty(bits);
  }

  /** Writes the word's paths. Afterwards, the chunk still has room for one path. */
  private static long writeWord(long slot, long activation, long word, long packing) {
    int bits = PackedWord.bitsOf(packing);
    long position = Recorder.room(slot);
    if (position == 0) {
      Recorder.lose(slot, PackedWord.count(word, bits) + 1);
      return Recorder.BROKEN_SEQUENCE;
    }
    long current = Recorder.enter(slot, position, activation);
    if (word != PackedWord.empty(bits)) {
      Recorder.put(slot, PACKED_GOES_ON, word, packing);
    }
    return current;
  }
}
