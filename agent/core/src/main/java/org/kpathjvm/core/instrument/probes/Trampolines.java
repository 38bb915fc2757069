package org.kpathjvm.core.instrument.probes;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;

/**
 * The trampolines of a method: pieces of code at the method's end. A redirected branch or exception
 * passes through a trampoline on its way to a block. Control reaches a trampoline only by its
 * label.
 */
public final class Trampolines {
  private final Frames frames;
  private final InsnList code = new InsnList();
  private final List<Runnable> covers = new ArrayList<>(0);
  private final MethodNode method;

  Trampolines(MethodNode method, Frames frames) {
    this.method = method;
    this.frames = frames;
  }

  /**
   * Adds a trampoline on the way to a block.
   *
   * @param register whether the path register has a value when control arrives at the trampoline
   * @param body the code, which ends with a goto to the block
   * @return the trampoline's label
   */
  public LabelNode add(int target, boolean register, InsnList body) {
    LabelNode label = new LabelNode();
    code.add(label);
    if (frames.arePresent()) {
      code.add(frames.likeAt(target, register));
    }
    code.add(body);
    return label;
  }

  /**
   * Makes a catch-all handler cover the trampoline that was added last.
   *
   * @param handler supplies the handler's label; it is called after all handlers have been
   *     redirected
   */
  public void coverLast(LabelNode start, Supplier<LabelNode> handler) {
    LabelNode end = new LabelNode();
    code.add(end);
    covers.add(
        () -> method.tryCatchBlocks.add(new TryCatchBlockNode(start, end, handler.get(), null)));
  }

  void append() {
    method.instructions.add(code);
    for (Runnable cover : covers) {
      cover.run();
    }
  }
}
