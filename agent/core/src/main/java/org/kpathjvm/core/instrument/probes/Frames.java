package org.kpathjvm.core.instrument.probes;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.IntPredicate;
import org.kpathjvm.core.instrument.classfile.ClassFileVersion;
import org.kpathjvm.core.instrument.code.CodeBlocks;
import org.kpathjvm.core.instrument.code.OriginalCode;
import org.kpathjvm.core.instrument.code.Transfers;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.LabelNode;

/**
 * Makes stack map frames that contain the probes' local variables, from the frames in the class
 * file. Each frame is padded to the method's original number of locals, and the probes' locals
 * ({@link ProbeLocals}) follow. Nothing is computed from class hierarchies.
 *
 * <p>The frame of a block doesn't contain the path register if the register isn't live there. The
 * register then needn't have been set on every path to the block.
 */
public final class Frames {
  private final OriginalCode code;
  private final CodeBlocks blocks;
  private final ProbeLocals locals;
  private final PoolDemand poolDemand;
  private final boolean present;

  /**
   * Prepares to make frames.
   *
   * @param poolDemand records the need for every type that a frame names
   */
  Frames(
      OriginalCode code,
      CodeBlocks blocks,
      ProbeLocals locals,
      ClassFileVersion version,
      PoolDemand poolDemand) {
    this.code = code;
    this.blocks = blocks;
    this.locals = locals;
    this.poolDemand = poolDemand;
    present = version.hasFrames() && areComplete();
  }

  /**
   * Returns whether new code needs frames. Old class files have none. Some class files of version
   * 50 have none either, because they may be verified without frames. Some generated classes have
   * none because they are never verified.
   */
  public boolean arePresent() {
    return present;
  }

  /**
   * Makes the frame of a trampoline that leads to a block.
   *
   * @param register whether the path register has a value in the trampoline
   */
  FrameNode likeAt(int block, boolean register) {
    FrameNode original = frameOf(block);
    return frame(extended(original.local, register), original.stack);
  }

  /**
   * Returns whether inserted code may branch to the block: either the block has a frame, or no
   * frames are needed.
   */
  public boolean allowBranchTo(int block) {
    return !present || frameOf(block) != null;
  }

  /**
   * Returns whether a local variable that is an int on all paths to a block may be read there. The
   * variable must not be read if the block's frame doesn't contain it, for example because the
   * variable is out of scope. The result is also false if frames are needed and the block has no
   * frame.
   */
  public boolean haveInt(int block, int local) {
    FrameNode original = present ? frameOf(block) : null;
    if (original == null) {
      return !present;
    }
    int slot = 0;
    for (Object type : original.local) {
      if (slot == local) {
        return Opcodes.INTEGER.equals(type);
      }
      slot += slots(type);
    }
    return false;
  }

  /**
   * Makes the frame of a catch-all handler. Of the method's own locals, the frame contains at most
   * an uninitialised {@code this}.
   */
  FrameNode catchAll(boolean thisUninitialised) {
    List<Object> own =
        thisUninitialised ? List.of(Opcodes.UNINITIALIZED_THIS) : Collections.emptyList();
    return frame(extended(own, false), List.of("java/lang/Throwable"));
  }

  /** Adds the probes' locals to all original frames. No other frame can be made afterwards. */
  void extendOriginals(IntPredicate isRegisterLive) {
    if (locals.count() == locals.originalCount()) {
      return;
    }
    for (int place = 0; place < code.size(); place++) {
      if (code.node(place) instanceof FrameNode) {
        FrameNode frame = (FrameNode) code.node(place);
        int block = blocks.blockFrom(place);
        // Dead code has no block. A verifier starts from the frame of dead code without checking
        // the frame. So a frame with the register suits all code that the dead code leads to.
        frame.local = extended(frame.local, block < 0 || isRegisterLive.test(block));
        demand(frame.local, frame.stack);
      }
    }
  }

  private FrameNode frame(List<Object> local, List<Object> stack) {
    demand(local, stack);
    return new FrameNode(
        Opcodes.F_NEW, local.size(), local.toArray(), stack.size(), stack.toArray());
  }

  private void demand(List<Object> local, List<Object> stack) {
    for (Object type : local) {
      poolDemand.frameType(type);
    }
    for (Object type : stack) {
      poolDemand.frameType(type);
    }
  }

  private List<Object> extended(List<Object> original, boolean register) {
    List<Object> extended = new ArrayList<>(original);
    boolean withRegister = register && locals.hasRegister();
    if (!locals.hasActivation() && !withRegister && locals.ints() == 0) {
      return extended;
    }
    int slots = 0;
    for (Object type : original) {
      slots += slots(type);
    }
    for (; slots < locals.originalCount(); slots++) {
      extended.add(Opcodes.TOP);
    }
    if (locals.hasActivation()) {
      extended.add(Opcodes.LONG);
    }
    if (locals.hasWord()) {
      extended.add(Opcodes.LONG);
    }
    if (locals.hasTrips()) {
      extended.add(Opcodes.LONG);
      extended.add(Opcodes.INTEGER);
    }
    if (withRegister) {
      extended.add(Opcodes.INTEGER);
    } else if (locals.hasRegister() && locals.ints() > 0) {
      extended.add(Opcodes.TOP);
    }
    for (int more = 0; more < locals.ints(); more++) {
      extended.add(Opcodes.INTEGER);
    }
    return extended;
  }

  private static int slots(Object type) {
    return Opcodes.LONG.equals(type) || Opcodes.DOUBLE.equals(type) ? 2 : 1;
  }

  private boolean areComplete() {
    for (int block = 0; block < blocks.count(); block++) {
      if (blocks.graph().isHandler(block) && frameOf(block) == null) {
        return false;
      }
      for (LabelNode target : Transfers.targets(blocks.lastInstruction(block))) {
        if (frameOf(blocks.blockFrom(code.instructionAt(target))) == null) {
          return false;
        }
      }
    }
    return true;
  }

  private FrameNode frameOf(int block) {
    for (int place = blocks.first(block) - 1; place >= 0 && !code.isInstruction(place); place--) {
      if (code.node(place) instanceof FrameNode) {
        return (FrameNode) code.node(place);
      }
    }
    return null;
  }
}
