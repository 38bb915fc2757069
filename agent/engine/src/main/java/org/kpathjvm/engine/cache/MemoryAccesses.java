package org.kpathjvm.engine.cache;

/** Receives the accesses to memory of a data structure. */
public interface MemoryAccesses {
  /** A long is read, written, or updated in place. {@code address}: in bytes, of whatever space. */
  void access(long address);
}
