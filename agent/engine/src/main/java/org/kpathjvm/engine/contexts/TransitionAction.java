package org.kpathjvm.engine.contexts;

/** An action for each transition. */
interface TransitionAction {
  void accept(int node, int label, int next, long count);
}
