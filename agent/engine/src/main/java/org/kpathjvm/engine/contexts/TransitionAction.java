package org.kpathjvm.engine.contexts;

/**
 * An action that is called with each transition: the node from which the transition starts, the
 * transition's label, the node to which it leads (0 for none), and its count.
 */
interface TransitionAction {
  void accept(int node, int label, int next, long count);
}
