package org.kpathjvm.core.instrument.schemes;

import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;

/** How constants and calls of probes come into a method: each is booked for its class's pool. */
public interface SchemeEmitter {
  /** Pushes an id, or what would be another number with other ids. */
  AbstractInsnNode pushId(int id);

  /** Pushes a number. */
  AbstractInsnNode pushInt(int value);

  /** Calls a probe. */
  void probe(InsnList list, String name, String descriptor);
}
