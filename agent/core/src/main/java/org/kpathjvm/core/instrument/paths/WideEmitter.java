package org.kpathjvm.core.instrument.paths;

import org.kpathjvm.core.instrument.probes.Packing;
import org.kpathjvm.core.instrument.probes.ProbeEmitter;
import org.kpathjvm.core.instrument.probes.ProbeLocals;
import org.kpathjvm.core.numbering.PathValue;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Emits the instructions for paths whose numbers may be too large to be packed into the word. A
 * {@link org.kpathjvm.core.numbering.HotNumbering} can give such numbers. As in {@link
 * ProbeEmitter}, the methods' comments say what the returned instructions do, and the comments at
 * the ends of lines show what these instructions have put on the operand stack.
 */
final class WideEmitter {
  private final ProbeEmitter emitter;
  private final ProbeLocals locals;
  private final Packing packing;

  WideEmitter(ProbeEmitter emitter, ProbeLocals locals, Packing packing) {
    this.emitter = emitter;
    this.locals = locals;
    this.packing = packing;
  }

  /**
   * Records a path that is complete, while the activation goes on.
   *
   * @param full where to continue when the word is full
   * @param wide where to continue when the path doesn't fit into the word; null if the path is a
   *     constant
   * @param next the code that sets the register for the next path
   */
  InsnList pack(PathValue path, LabelNode full, LabelNode wide, InsnList next) {
    if (path.isConstant()) {
      if (packing.isNarrow(path.value())) {
        return emitter.pack(path, full, next);
      }
      InsnList list = wide(path);
      list.add(next);
      return list;
    }
    InsnList list = new InsnList();
    emitter.pushPath(list, path); // path
    list.add(emitter.pushInt(1 << packing.bits)); // path limit
    list.add(new JumpInsnNode(Opcodes.IF_ICMPGE, wide)); //
    list.add(emitter.pack(path, full, next)); //
    return list;
  }

  /**
   * Records the paths in the word, and then the given path separately, while the activation goes
   * on.
   */
  InsnList wide(PathValue path) {
    InsnList list = written("wide", path); //
    emitter.emptyWord(list); //
    return list;
  }

  /** Does what {@link #pack} does, without a branch. The register isn't set for the next path. */
  InsnList packWithoutBranch(PathValue path) {
    InsnList list = written("flush", path); //
    list.add(new VarInsnNode(Opcodes.LLOAD, locals.word())); // word
    list.add(emitter.pushPacking()); // word packing
    emitter.pushPath(list, path); // word packing path
    emitter.probe(list, "rest", "(JJI)J"); // word
    list.add(new VarInsnNode(Opcodes.LSTORE, locals.word())); //
    return list;
  }

  /**
   * Calls a probe with a path. The probe {@code wide} writes the word and then the path. The probe
   * {@code flush} does the same if the path doesn't fit into the word. If the path fits, {@code
   * flush} writes the word only if this path fills the word.
   */
  private InsnList written(String probe, PathValue path) {
    InsnList list = emitter.activation(); // activation word packing
    emitter.pushPath(list, path); // activation word packing path
    emitter.probe(list, probe, "(JJJI)J"); // activation
    list.add(new VarInsnNode(Opcodes.LSTORE, locals.activation())); //
    return list;
  }
}
