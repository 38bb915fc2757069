package org.kpathjvm.engine.contexts;

/** What is done with each transition. */
interface TransitionAction {
  void accept(int node, int label, int next, long count);
}
