package org.kpathjvm.core.instrument.code;

import java.util.Arrays;
import org.kpathjvm.core.instrument.classfile.MethodBody;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.commons.JSRInlinerAdapter;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Inlines the subroutines (jsr and ret) of old class files. Copies of an instruction keep its
 * original offset. While instructions are being copied, their offsets are stored as line numbers,
 * which are too large to be confused with real ones.
 */
public final class SubroutineInliner {
  private static final int FIRST_MARK = 1 << 16;

  private SubroutineInliner() {}

  /**
   * Returns the method's code without subroutines, in a new method node.
   *
   * @throws RuntimeException if the subroutines can't be inlined
   */
  public static OriginalCode inline(MethodBody body) {
    int[] offsets = body.offsetsByPlace();
    SourceLines lines = new SourceLines(body, offsets);
    MethodNode marked = copy(body);
    mark(marked.instructions, offsets);
    JSRInlinerAdapter inliner =
        new JSRInlinerAdapter(
            null,
            body.access,
            body.name,
            body.desc,
            body.signature,
            body.exceptions.toArray(new String[0]));
    marked.accept(inliner);
    return new OriginalCode(inliner, unmark(inliner.instructions), lines);
  }

  /**
   * Copies the method. The offsets are stored in the copy, so that the method is unchanged if
   * inlining fails.
   */
  private static MethodNode copy(MethodNode method) {
    MethodNode copy =
        new MethodNode(
            Opcodes.ASM9,
            method.access,
            method.name,
            method.desc,
            method.signature,
            method.exceptions.toArray(new String[0]));
    method.accept(copy);
    return copy;
  }

  private static void mark(InsnList instructions, int[] offsets) {
    AbstractInsnNode[] nodes = instructions.toArray();
    for (int place = 0; place < nodes.length; place++) {
      if (offsets[place] >= 0) {
        LabelNode here = new LabelNode();
        instructions.insertBefore(nodes[place], here);
        instructions.insertBefore(
            nodes[place], new LineNumberNode(FIRST_MARK + offsets[place], here));
      }
    }
  }

  /** Removes the stored offsets from the code and returns them by place. */
  private static int[] unmark(InsnList instructions) {
    int[] offsets = new int[instructions.size()];
    int count = 0;
    int offset = -1;
    for (AbstractInsnNode node : instructions.toArray()) {
      if (node instanceof LineNumberNode && ((LineNumberNode) node).line >= FIRST_MARK) {
        offset = ((LineNumberNode) node).line - FIRST_MARK;
        instructions.remove(node);
      } else {
        // A jsr has become two instructions. Both get the jsr's offset.
        offsets[count++] = node.getOpcode() < 0 ? -1 : offset;
      }
    }
    return Arrays.copyOf(offsets, count);
  }
}
