package org.kpathjvm.core.instrument;

import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.LabelNode;

/**
 * Code at the method's end that redirected branches, or exceptions, run on their way to a block. Control comes to
 * it only by its label.
 */
final class Trampolines {
  private final Frames frames;
  private final InsnList code = new InsnList();

  Trampolines(Frames frames) {
    this.frames = frames;
  }

  /**
   * Adds a trampoline on the way to a block.
   *
   * @param register whether the path register has a value already when control arrives
   * @param body ends in a goto to the block
   * @return the label that leads to it
   */
  LabelNode add(int target, boolean register, InsnList body) {
    LabelNode label = new LabelNode();
    code.add(label);
    if (frames.arePresent()) {
      code.add(frames.likeAt(target, register));
    }
    code.add(body);
    return label;
  }

  /** All of them; to be appended to the method. */
  InsnList code() {
    return code;
  }
}
