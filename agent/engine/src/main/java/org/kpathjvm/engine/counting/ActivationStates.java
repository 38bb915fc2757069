package org.kpathjvm.engine.counting;

import java.util.Arrays;

/**
 * The states of all live activations. The first three fields of a state are the activation's
 * position in the structure that counts paths. In a k-slab forest, the position consists of the
 * variables n, tau and beta of Fig. 6 of the k-BLPP paper. In package {@code contexts}, the
 * position consists of a table of words and an entry of this table. If several threads share the
 * counting, the field TOP of a profile's states has another meaning ({@code SharedProfile}). All
 * states are in one int array, so that no object is needed for an activation. A state is identified
 * by the index of its first field:
 *
 * <pre>
 * state + COUNTDOWN   items until the next slab begins: 0 where Fig. 6 has n mod (k-1) = 0
 * state + TOP         node tau, 0 for null; or a number that identifies the table, 0 for none
 * state + BOTTOM      node beta, 0 for null; or the entry
 * state + SEQUENCE    used in package segment: the sequence number in the activation's last
 *                     BEGIN or RESUME record
 * state + HOLDER      used in package segment: the stream that may still bring items of the
 *                     activation, 0 for none
 * </pre>
 */
public final class ActivationStates {
  public static final int COUNTDOWN = 0;
  public static final int TOP = 1;
  public static final int BOTTOM = 2;
  public static final int SEQUENCE = 3;
  public static final int HOLDER = 4;

  /** The number of fields of a state. */
  public static final int STRIDE = 5;

  /** The value that means "no state". */
  public static final int NONE = -1;

  private int[] fields = new int[16 * STRIDE];
  private int used;
  private int firstReleased = NONE;
  private int live;

  /** Creates a state with the values that the marker * sets in Fig. 6: n = 0, tau = beta = null. */
  public int create() {
    live++;
    int state = firstReleased;
    if (state != NONE) {
      firstReleased = fields[state + COUNTDOWN];
    } else {
      state = used;
      if (state + STRIDE > fields.length) {
        fields = Arrays.copyOf(fields, Math.multiplyExact(fields.length, 2));
      }
      used += STRIDE;
    }
    fields[state + COUNTDOWN] = 0;
    fields[state + SEQUENCE] = 0;
    fields[state + HOLDER] = 0;
    return state;
  }

  /** Releases a state, so that it can be reused. */
  public void release(int state) {
    live--;
    fields[state + COUNTDOWN] = firstReleased;
    // When a counter folds, it assumes that any value but 0 is the position of an activation.
    fields[state + TOP] = 0;
    fields[state + BOTTOM] = 0;
    firstReleased = state;
  }

  /** Releases all states. */
  public void clear() {
    Arrays.fill(fields, 0, used, 0);
    used = 0;
    live = 0;
    firstReleased = NONE;
  }

  /** Returns the array that holds all states. {@link #create()} may replace it. */
  public int[] fields() {
    return fields;
  }

  /** Returns the number of states in use. */
  public int live() {
    return live;
  }

  /** Returns the number of bytes in the array. */
  public long bytes() {
    return 4L * fields.length;
  }
}
