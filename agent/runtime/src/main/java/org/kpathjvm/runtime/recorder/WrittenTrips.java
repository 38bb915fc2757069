package org.kpathjvm.runtime.recorder;

import static org.kpathjvm.runtime.layout.SegmentLayout.*;
import static org.kpathjvm.runtime.layout.StreamFormat.RUN_BYTES;

import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.DontInline;
import org.kpathjvm.runtime.layout.PackedWord;
import org.kpathjvm.runtime.threads.Carrier;
import org.kpathjvm.runtime.threads.Slots;

/**
 * Writes the trips of a counted loop if the word doesn't {@linkplain PackedWord#takes take} all of
 * them. This code isn't inlined into probes, because few loops make so many trips.
 */
final class WrittenTrips {
  private WrittenTrips() {}

  private static final Unsafe U = Unsafe.getUnsafe();
  private static final long TID = U.objectFieldOffset(Thread.class, "tid");
  private static final long SLOT_MASK = Slots.COUNT - 1L;

  /**
   * Fills the word with trips and writes it. If the remaining trips would fill another word, writes
   * these trips, too. Returns the activation's new value.
   */
  @DontInline
  static long spill(long activation, long word, long packing, long trips, int count) {
    int bits = PackedWord.bitsOf(packing);
    int room = PackedWord.room(word, bits);
    long filled = PackedWord.filled(word, trips, room, bits);
    int left = count - room;
    if ((left + 1) * bits < Long.SIZE) {
      return Probes.full(activation, filled, packing);
    }
    int path = PackedWord.laterTrip(trips, bits);
    return word == PackedWord.empty(bits) && left >= room && PackedWord.areAlike(trips, bits)
        ? writeRun(activation, 0, packing, path, count)
        : writeRun(activation, filled, packing, path, left);
  }

  /** Returns the activation's word after a call of {@link #spill}. */
  @DontInline
  static long restOfSpill(long word, int bits, long trips, int count) {
    return PackedWord.afterTrips(word, trips, count, bits);
  }

  private static long writeRun(long activation, long word, long packing, int path, int count) {
    long tid = U.getLong(Carrier.current(), TID) | Parts.tag(Probes.window());
    long slot = Slots.BASE + ((tid & SLOT_MASK) << SLOT_SHIFT);
    if (((U.getLong(slot + SLOT_OWNER_OFFSET) ^ tid)
            | (U.getLong(slot + SLOT_ACTIVATION_OFFSET) ^ activation))
        == 0) {
      long position = U.getLong(slot + SLOT_POSITION_OFFSET);
      if (word == 0 && U.getLong(slot + SLOT_LIMIT_OFFSET) - position >= RUN_BYTES) {
        Recorder.putRun(slot, position, packing, path, count);
        return activation;
      }
    }
    return Recorder.run(activation, word, packing, path, count);
  }
}
