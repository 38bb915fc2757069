package org.kpathjvm.core.instrument.code;

import java.util.IdentityHashMap;
import java.util.Map;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LocalVariableNode;

/** The names of a method's local variables, if the class file has the names. */
final class LocalNames {
  private final OriginalCode code;

  /** Null until a name is asked for. */
  private Map<LabelNode, Integer> places;

  LocalNames(OriginalCode code) {
    this.code = code;
  }

  /**
   * Returns the variable that is in a slot when the instruction at a place runs; null if the
   * variable isn't known.
   */
  LocalVariableNode at(int place, int slot) {
    if (code.method.localVariables == null) {
      return null;
    }
    for (LocalVariableNode variable : code.method.localVariables) {
      if (variable.index == slot && place(variable.start) <= place && place < place(variable.end)) {
        return variable;
      }
    }
    return null;
  }

  private int place(LabelNode label) {
    if (places == null) {
      places = new IdentityHashMap<>();
      for (int place = 0; place < code.size(); place++) {
        if (code.node(place) instanceof LabelNode) {
          places.put((LabelNode) code.node(place), place);
        }
      }
    }
    return places.getOrDefault(label, code.size());
  }
}
