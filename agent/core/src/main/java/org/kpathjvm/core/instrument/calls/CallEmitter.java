package org.kpathjvm.core.instrument.calls;

import org.kpathjvm.core.instrument.schemes.SchemeEmitter;
import org.kpathjvm.core.numbering.PathValue;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;

/** The same with what paths across calls need. */
public interface CallEmitter extends SchemeEmitter {
  /** Pushes a path's id. */
  void pushPath(InsnList list, PathValue path);

  /** Pushes a string. */
  AbstractInsnNode pushText(String text);
}
