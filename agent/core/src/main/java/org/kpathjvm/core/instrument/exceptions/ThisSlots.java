package org.kpathjvm.core.instrument.exceptions;

import java.util.Arrays;
import java.util.BitSet;

/**
 * The locals and stack slots that hold {@code this} at one place in the code, and whether {@code
 * this} is initialised there.
 */
final class ThisSlots {
  final BitSet locals;
  boolean initialised;
  private boolean[] stack;
  private int depth;

  private ThisSlots(BitSet locals, boolean initialised, boolean[] stack, int depth) {
    this.locals = locals;
    this.initialised = initialised;
    this.stack = stack;
    this.depth = depth;
  }

  static ThisSlots atEntry(boolean initialised) {
    BitSet locals = new BitSet();
    locals.set(0);
    return new ThisSlots(locals, initialised, new boolean[8], 0);
  }

  /** Returns the state at the entry of a handler that covers this place. */
  ThisSlots atHandler() {
    return new ThisSlots((BitSet) locals.clone(), initialised, new boolean[8], 1);
  }

  ThisSlots copy() {
    return new ThisSlots((BitSet) locals.clone(), initialised, stack.clone(), depth);
  }

  void push(boolean isThis) {
    if (depth == stack.length) {
      stack = Arrays.copyOf(stack, 2 * depth);
    }
    stack[depth++] = isThis;
  }

  /** Pops a slot and returns whether the slot held {@code this}. */
  boolean pop() {
    if (depth == 0) {
      throw new IllegalStateException("operand stack underflow");
    }
    return stack[--depth];
  }

  /** Returns whether the slot with {@code below} slots above it holds {@code this}. */
  boolean peek(int below) {
    if (below >= depth) {
      throw new IllegalStateException("operand stack underflow");
    }
    return stack[depth - 1 - below];
  }

  /**
   * Copies the top {@code count} slots of the stack, as DUP_X1 and its relatives do. The copy is
   * inserted below these slots and the next {@code under} slots.
   */
  void duplicate(int count, int under) {
    boolean[] top = new boolean[count + under];
    for (int i = top.length - 1; i >= 0; i--) {
      top[i] = pop();
    }
    for (int i = under; i < top.length; i++) {
      push(top[i]);
    }
    for (boolean slot : top) {
      push(slot);
    }
  }

  /**
   * Merges another state of the same place into this state, because control may reach the place
   * with either state. Only slots that hold {@code this} in both states remain.
   *
   * @return whether this state has changed
   * @throws IllegalStateException if the states can't be merged, which doesn't happen in verifiable
   *     code
   */
  boolean meet(ThisSlots other) {
    if (depth != other.depth || initialised != other.initialised) {
      throw new IllegalStateException("two ways to the same place have different stacks");
    }
    int before = locals.cardinality();
    locals.and(other.locals);
    boolean changed = locals.cardinality() != before;
    for (int i = 0; i < depth; i++) {
      if (stack[i] && !other.stack[i]) {
        stack[i] = false;
        changed = true;
      }
    }
    return changed;
  }
}
