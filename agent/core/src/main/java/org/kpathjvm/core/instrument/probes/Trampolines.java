package org.kpathjvm.core.instrument.probes;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;

/**
 * Code at the method's end that redirected branches, or exceptions, run on their way to a block.
 * Control comes to it only by its label.
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
   * @param register whether the path register has a value already when control arrives
   * @param body ends in a goto to the block
   * @return the label that leads to it
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
   * Lets a handler for all exceptions cover the trampoline that was added last.
   *
   * @param handler asked when all handlers have been redirected
   */
  public void coverLast(LabelNode start, Supplier<LabelNode> handler) {
    LabelNode end = new LabelNode();
    code.add(end);
    covers.add(
        () -> method.tryCatchBlocks.add(new TryCatchBlockNode(start, end, handler.get(), null)));
  }

  /** Appends all of them to the method. */
  void append() {
    method.instructions.add(code);
    for (Runnable cover : covers) {
      cover.run();
    }
  }
}
