package org.kpathjvm.engine.ksf;

import static org.kpathjvm.engine.counting.ActivationStates.BOTTOM;
import static org.kpathjvm.engine.counting.ActivationStates.COUNTDOWN;
import static org.kpathjvm.engine.counting.ActivationStates.STRIDE;
import static org.kpathjvm.engine.counting.ActivationStates.TOP;

import java.util.function.IntConsumer;
import java.util.function.IntUnaryOperator;
import org.kpathjvm.engine.counting.ActivationStates;

/** The nodes tau and beta of all activations under way; those of the others are null. */
final class StateReferences implements NodeReferences {
  private final int[] fields;

  /** {@code fields}: {@link ActivationStates#fields()}. */
  StateReferences(int[] fields) {
    this.fields = fields;
  }

  @Override
  public void forEach(IntConsumer action) {
    for (int state = 0; state + STRIDE <= fields.length; state += STRIDE) {
      action.accept(fields[state + TOP]);
      action.accept(fields[state + BOTTOM]);
    }
  }

  @Override
  public void replace(IntUnaryOperator moved) {
    for (int state = 0; state + STRIDE <= fields.length; state += STRIDE) {
      fields[state + TOP] = moved.applyAsInt(fields[state + TOP]);
      fields[state + BOTTOM] = moved.applyAsInt(fields[state + BOTTOM]);
    }
  }

  /** As if the marker * had come in all of them. */
  @Override
  public int letGo() {
    int restarted = 0;
    for (int state = 0; state + STRIDE <= fields.length; state += STRIDE) {
      // A released state's countdown is a link, and its nodes are null.
      if (fields[state + TOP] != 0) {
        fields[state + COUNTDOWN] = 0;
        fields[state + TOP] = 0;
        fields[state + BOTTOM] = 0;
        restarted++;
      }
    }
    return restarted;
  }
}
