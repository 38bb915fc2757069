package org.kpathjvm.engine.segment;

import static org.kpathjvm.engine.counting.ActivationStates.HOLDER;
import static org.kpathjvm.engine.counting.ActivationStates.NONE;
import static org.kpathjvm.engine.counting.ActivationStates.SEQUENCE;
import static org.kpathjvm.runtime.layout.StreamFormat.SEQUENCE_BITS;
import static org.kpathjvm.runtime.layout.StreamFormat.SEQUENCE_MASK;

import org.kpathjvm.engine.counting.ActivationStates;

/**
 * Knows the activation to which the next words of a stream belong.
 *
 * <p>An activation enters the profile's table only when the stream leaves it while it lives, or at
 * the end of each batch if other streams may take it over. Many activations begin and end without
 * calling another streamed method. For those the table is only asked whether their number is new.
 *
 * <p>A virtual thread's activation may be resumed on another stream while this stream, its holder,
 * has words of it that haven't been read yet. So a RESUME takes an activation over only when the
 * holder has gone on to something else, or has been read to its end after the RESUME was seen. All
 * words of the earlier piece were written before the RESUME.
 */
final class ActivationCursor {
  private final StreamProfile profile;
  private final ActivationTable activations;
  private final ActivationStates states;
  private final int holder;
  private long pass;
  private long endPass = -1;

  /** The activation's number; 0 for an activation that other streams can't find. */
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

  /** Returns the current activation's state, or NONE. */
  int state() {
    return state;
  }

  /** Notes that a pass of the drain begins for this stream. */
  void beginPass(long current) {
    pass = current;
  }

  /** Notes that everything that was written to the stream before this pass has been read. */
  void atEnd() {
    endPass = pass;
  }

  /**
   * Must be called before a batch of words: another stream may have taken the activation over, or
   * ended it.
   */
  void beforeBatch() {
    if (state != NONE && profile.shared()) {
      if (activations.find(number) != state || states.fields()[state + SEQUENCE] != sequence) {
        state = NONE;
      }
    }
  }

  /** Lets other streams find the activation, after a batch of words. */
  void afterBatch() {
    if (profile.shared()) {
      intoTable();
    }
  }

  /** Processes a BEGIN. */
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

  /**
   * Processes a RESUME. Returns false when the activation's piece before this one hasn't been seen,
   * or hasn't been read to its end.
   */
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
              ? "RESUME of activation " + resumed + ", which isn't live"
              : "RESUME " + piece + " of activation " + resumed + " out of order");
    }
    awaitedNumber = 0;
    enter(resumed, piece, found, true);
    return true;
  }

  /**
   * Begins an activation that other streams can't find. It stands for an activation that the
   * profile has already ended. Paths that still come from that activation are counted as a sequence
   * of their own.
   *
   * @return its state
   */
  int beginLate() {
    leave();
    enter(0, 0, states.create(), false);
    return state;
  }

  /** Forgets where the stream stood, because the profile has forgotten all activations. */
  void forget() {
    state = NONE;
    inTable = false;
    awaitedNumber = 0;
  }

  /** Returns whether the RESUME that had to wait can go on. */
  boolean awaitedIsReady() {
    return isReady(activations.find(awaitedNumber));
  }

  /** Ends the current activation. */
  void end() {
    if (inTable) {
      activations.remove(number);
    }
    profile.release(state);
    state = NONE;
  }

  /** Forgets the current activation. How it goes on is unknown, so nothing may build on it. */
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
