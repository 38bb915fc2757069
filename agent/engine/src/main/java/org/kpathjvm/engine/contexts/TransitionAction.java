package org.kpathjvm.engine.contexts;

/** An action that is called with each transition. */
interface TransitionAction {
  void accept(int node, int label, int next, long count);
}
