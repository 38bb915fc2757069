package org.kpathjvm.core.instrument.windows;

import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;

/** Makes instructions, and keeps account of the constants that they need. */
public interface WindowEmitter {
  /** Pushes what would be another number with other ids. */
  AbstractInsnNode pushId(int id);

  /** Pushes a number. */
  AbstractInsnNode pushInt(int value);

  /** Calls a static method of the probes' class. */
  void probe(InsnList list, String name, String descriptor);
}
