package org.kpathjvm.engine.segment;

import static org.kpathjvm.engine.counting.ActivationStates.HOLDER;
import static org.kpathjvm.engine.counting.ActivationStates.NONE;
import static org.kpathjvm.engine.counting.ActivationStates.SEQUENCE;
import static org.kpathjvm.runtime.layout.StreamFormat.SEQUENCE_BITS;
import static org.kpathjvm.runtime.layout.StreamFormat.SEQUENCE_MASK;

import org.kpathjvm.engine.counting.ActivationStates;

/**
 * Keeps track of the activation to which the next words of a stream belong.
 *
 * <p>An activation that is still running is added to the profile's {@link ActivationTable} when the
 * stream goes on to another activation. If other streams can take activations over, the current
 * activation is also added at the end of each batch of words. Many activations end earlier, and
 * never get into the table.
 *
 * <p>A virtual thread's activation may move from one stream to another. The new stream then has a
 * RESUME record of the activation. The old stream, the activation's holder, may still have unread
 * words of the activation, all of them written before the RESUME. The RESUME may be processed only
 * when the holder has no such words left. That is certain in two cases: the holder has gone on to
 * another activation, or the holder has been read to its end after the RESUME was seen.
 */
final class ActivationCursor {
  private final StreamProfile profile;
  private final ActivationTable activations;
  private final ActivationStates states;
  private final int holder;
  private long pass;
  private long endPass = -1;

  /** The current activation's number; 0 for an activation that other streams can't find. */
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

  /** Returns the current activation's state; NONE if there is no current activation. */
  int state() {
    return state;
  }

  /** Notes that the stream's turn begins in the drain's pass {@code current}. */
  void beginPass(long current) {
    pass = current;
  }

  /**
   * Must be called when all words that were written to the stream before this pass have been read.
   */
  void atEnd() {
    endPass = pass;
  }

  /**
   * Forgets the current activation if another stream has taken it over or ended it. Must be called
   * before each batch of words.
   */
  void beforeBatch() {
    if (state != NONE && profile.shared()) {
      if (activations.find(number) != state || states.fields()[state + SEQUENCE] != sequence) {
        state = NONE;
      }
    }
  }

  /** Makes the current activation visible to other streams, after a batch of words. */
  void afterBatch() {
    if (profile.shared()) {
      intoTable();
    }
  }

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
   * Processes a RESUME, with which the next piece of an activation begins. Returns false if the
   * previous piece may still have to be read from another stream.
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
   * Begins an activation that other streams can't find. The new activation takes the place of one
   * that the profile has already ended. Later paths of the ended activation are counted as a
   * separate sequence.
   *
   * @return the new activation's state
   */
  int beginLate() {
    leave();
    enter(0, 0, states.create(), false);
    return state;
  }

  /** Forgets the current activation, because the profile has forgotten all activations. */
  void forget() {
    state = NONE;
    inTable = false;
    awaitedNumber = 0;
  }

  /** Returns whether the RESUME that had to wait can now be processed. */
  boolean awaitedIsReady() {
    return isReady(activations.find(awaitedNumber));
  }

  void end() {
    if (inTable) {
      activations.remove(number);
    }
    profile.release(state);
    state = NONE;
  }

  /**
   * Ends the current activation, if there is one, because its later paths can't be read or can't be
   * assigned to it.
   */
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
