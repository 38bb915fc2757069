package org.kpathjvm.engine.structure;

/** The budget of memory doesn't do for the structures of a k. */
final class MemoryFullException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  MemoryFullException() {
    super("the engine's memory is full", null, false, false);
  }
}
