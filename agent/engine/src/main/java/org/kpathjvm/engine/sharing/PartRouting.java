package org.kpathjvm.engine.sharing;

import java.util.Arrays;

/**
 * Decides which part of a profile, and thus which thread, counts a method's activations. When the
 * method's first activation begins, the part with the least work so far is chosen. The method stays
 * in that part unless {@link #relieve} moves it. The methods are in a hash table with linear
 * probing, which is at most half full.
 */
final class PartRouting {
  private static final int SMALLEST = 64;
  private static final int MULTIPLIER = 0x9E3779B1;
  private static final int NONE = -1;

  /** The hash table: the number of the method at each place; 0 if the place is empty. */
  private int[] methods = new int[SMALLEST];

  private byte[] parts = new byte[SMALLEST];
  private int shift = shift(SMALLEST);
  private int size;

  /** The work that was passed to each part, in any unit. */
  private final long[] loads;

  private int crowded = NONE;
  private int idle;

  /** Creates a routing for 2 to 127 parts. */
  PartRouting(int parts) {
    loads = new long[parts];
  }

  private static int shift(int length) {
    return Integer.SIZE - Integer.numberOfTrailingZeros(length);
  }

  /**
   * Returns the part for an activation that begins.
   *
   * @param method the number that identifies the activation's method; it must not be 0
   */
  int part(int method) {
    int place = place(method);
    if (methods[place] == 0) {
      place = add(method, place);
    } else if (parts[place] == crowded) {
      parts[place] = (byte) idle;
      crowded = NONE;
    }
    return parts[place];
  }

  /** Adds to the work that was passed to a part. */
  void loaded(int part, long load) {
    loads[part] += load;
  }

  /**
   * Moves a method from a crowded part to an idle part: of the crowded part's methods, the one that
   * is called next. That method is likely to be called often.
   */
  void relieve(int crowdedPart, int idlePart) {
    crowded = crowdedPart;
    idle = idlePart;
  }

  private int add(int method, int at) {
    int place = at;
    if (2 * (size + 1) > methods.length) {
      grow();
      place = place(method);
    }
    methods[place] = method;
    parts[place] = (byte) leastLoaded();
    size++;
    return place;
  }

  private int leastLoaded() {
    int least = 0;
    for (int part = 1; part < loads.length; part++) {
      if (loads[part] < loads[least]) {
        least = part;
      }
    }
    return least;
  }

  private int place(int method) {
    int at = method * MULTIPLIER >>> shift;
    while (methods[at] != method && methods[at] != 0) {
      at = at + 1 & methods.length - 1;
    }
    return at;
  }

  private void grow() {
    int[] oldMethods = methods;
    byte[] oldParts = parts;
    methods = new int[Math.multiplyExact(oldMethods.length, 2)];
    parts = Arrays.copyOf(parts, methods.length);
    shift = shift(methods.length);
    for (int at = 0; at < oldMethods.length; at++) {
      if (oldMethods[at] != 0) {
        int place = place(oldMethods[at]);
        methods[place] = oldMethods[at];
        parts[place] = oldParts[at];
      }
    }
  }
}
