package org.kpathjvm.engine.segment;

import static org.kpathjvm.engine.ksf.ActivationStates.NONE;
import static org.kpathjvm.engine.ksf.ActivationStates.SEQUENCE;
import static org.kpathjvm.runtime.layout.StreamFormat.SEQUENCE_BITS;
import static org.kpathjvm.runtime.layout.StreamFormat.SEQUENCE_MASK;

import org.kpathjvm.engine.ksf.ActivationStates;

/**
 * The activation that the next words of a stream belong to.
 *
 * <p>An activation enters the profile's table only when the stream leaves it while it lives, or, if
 * other streams may take it over, at the end of each batch: the many that begin and end without
 * calling another streamed method never touch the table but to see that their number is new.
 */
final class ActivationCursor {
  private final StreamProfile profile;
  private final ActivationTable activations;
  private final ActivationStates states;
  private long number;
  private int sequence;
  private int state = NONE;
  private boolean inTable;
  private long awaitedNumber;
  private int awaitedPiece;

  ActivationCursor(StreamProfile profile) {
    this.profile = profile;
    activations = profile.activations;
    states = profile.states;
  }

  /** The current activation's state, or NONE. */
  int state() {
    return state;
  }

  /** Before a batch of words: another stream may have taken the activation over, or ended it. */
  void beforeBatch() {
    if (state != NONE && profile.shared()) {
      if (activations.find(number) != state || states.fields()[state + SEQUENCE] != sequence) {
        state = NONE;
      }
    }
  }

  /** After a batch of words: lets other streams find the activation. */
  void afterBatch() {
    if (profile.shared()) {
      leave();
    }
  }

  /** BEGIN. */
  void begin(long activation) throws StreamDamage {
    leave();
    long begun = activation >>> SEQUENCE_BITS;
    if (begun == 0 || (activation & SEQUENCE_MASK) != 0) {
      throw new StreamDamage("BEGIN of activation " + begun + " with sequence " + (activation & SEQUENCE_MASK));
    }
    if (activations.find(begun) != NONE) {
      throw new StreamDamage("activation " + begun + " begins twice");
    }
    enter(begun, 0, states.create(), false);
  }

  /** RESUME; false when the piece before this one has not been seen yet. */
  boolean resume(long activation) throws StreamDamage {
    leave();
    long resumed = activation >>> SEQUENCE_BITS;
    int piece = (int) (activation & SEQUENCE_MASK);
    int found = activations.find(resumed);
    if (!isNext(found, piece)) {
      if (profile.shared()) {
        awaitedNumber = resumed;
        awaitedPiece = piece;
        return false;
      }
      throw new StreamDamage(
          found == NONE
              ? "RESUME of activation " + resumed + ", which is not under way"
              : "RESUME " + piece + " of activation " + resumed + " out of order");
    }
    states.fields()[found + SEQUENCE] = piece;
    enter(resumed, piece, found, true);
    return true;
  }

  /** Whether the RESUME that had to wait can go on. */
  boolean awaitedIsReady() {
    return isNext(activations.find(awaitedNumber), awaitedPiece);
  }

  private boolean isNext(int found, int piece) {
    return found != NONE && ((states.fields()[found + SEQUENCE] + 1) & SEQUENCE_MASK) == piece;
  }

  /** The current activation is over. */
  void end() {
    if (inTable) {
      activations.remove(number);
    }
    states.release(state);
    state = NONE;
  }

  /** Forgets the current activation: what comes of it is unknown, nobody may build on it. */
  void abandon() {
    if (state != NONE) {
      end();
    }
  }

  private void enter(long entered, int piece, int enteredState, boolean known) {
    number = entered;
    sequence = piece;
    state = enteredState;
    inTable = known;
  }

  private void leave() {
    if (state != NONE && !inTable) {
      activations.add(number, state);
      inTable = true;
    }
  }
}
