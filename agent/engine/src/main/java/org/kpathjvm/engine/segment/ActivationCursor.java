package org.kpathjvm.engine.segment;

import static org.kpathjvm.engine.counting.ActivationStates.HOLDER;
import static org.kpathjvm.engine.counting.ActivationStates.NONE;
import static org.kpathjvm.engine.counting.ActivationStates.SEQUENCE;
import static org.kpathjvm.runtime.layout.StreamFormat.SEQUENCE_BITS;
import static org.kpathjvm.runtime.layout.StreamFormat.SEQUENCE_MASK;

import org.kpathjvm.engine.counting.ActivationStates;

/**
 * The activation that the next words of a stream belong to.
 *
 * <p>An activation enters the profile's table only when the stream leaves it while it lives, or, if
 * other streams may take it over, at the end of each batch: the many that begin and end without
 * calling another streamed method never touch the table but to see that their number is new.
 *
 * <p>A virtual thread's activation may be resumed on another stream while this one, its holder, has
 * words of it that were not read yet. So a RESUME takes an activation over only when the holder has
 * gone on to something else, or has been read to its end after the RESUME was seen: what belongs to
 * the piece was written before.
 */
final class ActivationCursor {
  private final StreamProfile profile;
  private final ActivationTable activations;
  private final ActivationStates states;
  private final int holder;
  private long pass;
  private long endPass = -1;

  /** 0 for one that nobody finds. */
  private long number;

  private int sequence;
  private int state = NONE;
  private boolean inTable;
  private long awaitedNumber;
  private int awaitedPiece;
  private long awaitedPass;

  ActivationCursor(StreamProfile profile) {
    this.profile = profile;
    activations = profile.activations;
    states = profile.states;
    holder = profile.addCursor(this);
  }

  /** The current activation's state, or NONE. */
  int state() {
    return state;
  }

  /** Pass {@code current} of the drain begins for this stream. */
  void beginPass(long current) {
    pass = current;
  }

  /** Everything that was written to the stream before this pass has been read. */
  void atEnd() {
    endPass = pass;
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
      intoTable();
    }
  }

  /** BEGIN. */
  void begin(long activation) throws StreamDamage {
    leave();
    long begun = activation >>> SEQUENCE_BITS;
    if (begun == 0 || (activation & SEQUENCE_MASK) != 0) {
      throw new StreamDamage(
          "BEGIN of activation " + begun + " with sequence " + (activation & SEQUENCE_MASK));
    }
    if (activations.find(begun) != NONE) {
      throw new StreamDamage("activation " + begun + " begins twice");
    }
    enter(begun, 0, states.create(), false);
  }

  /** RESUME; false when the piece before this one has not been seen, or not to its end. */
  boolean resume(long activation) throws StreamDamage {
    leave();
    long resumed = activation >>> SEQUENCE_BITS;
    int piece = (int) (activation & SEQUENCE_MASK);
    if (resumed != awaitedNumber || piece != awaitedPiece) {
      awaitedNumber = resumed;
      awaitedPiece = piece;
      awaitedPass = pass;
    }
    int found = activations.find(resumed);
    if (!isReady(found)) {
      if (profile.shared()) {
        return false;
      }
      throw new StreamDamage(
          found == NONE
              ? "RESUME of activation " + resumed + ", which is not under way"
              : "RESUME " + piece + " of activation " + resumed + " out of order");
    }
    awaitedNumber = 0;
    enter(resumed, piece, found, true);
    return true;
  }

  /**
   * What comes belongs to an activation that is over for the profile, and is counted by itself;
   * nobody finds it.
   *
   * @return its state
   */
  int beginLate() {
    leave();
    enter(0, 0, states.create(), false);
    return state;
  }

  /** The profile has forgotten all activations. */
  void forget() {
    state = NONE;
    inTable = false;
    awaitedNumber = 0;
  }

  /** Whether the RESUME that had to wait can go on. */
  boolean awaitedIsReady() {
    return isReady(activations.find(awaitedNumber));
  }

  /** The current activation is over. */
  void end() {
    if (inTable) {
      activations.remove(number);
    }
    profile.release(state);
    state = NONE;
  }

  /** Forgets the current activation: what comes of it is unknown, nobody may build on it. */
  void abandon() {
    if (state != NONE) {
      end();
    }
  }

  private boolean isReady(int found) {
    if (found == NONE
        || ((states.fields()[found + SEQUENCE] + 1) & SEQUENCE_MASK) != awaitedPiece) {
      return false;
    }
    int holding = states.fields()[found + HOLDER];
    return holding == 0 || profile.cursor(holding).endPass > awaitedPass;
  }

  private void enter(long entered, int piece, int enteredState, boolean known) {
    number = entered;
    sequence = piece;
    state = enteredState;
    inTable = known;
    states.fields()[state + SEQUENCE] = piece;
    states.fields()[state + HOLDER] = profile.shared() ? holder : 0;
  }

  private void leave() {
    if (number == 0) {
      abandon();
    }
    if (state != NONE) {
      intoTable();
      states.fields()[state + HOLDER] = 0;
      state = NONE;
    }
  }

  private void intoTable() {
    if (state != NONE && !inTable && number != 0) {
      activations.add(number, state);
      inTable = true;
    }
  }
}
