package org.kpathjvm.core.instrument.exceptions;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import org.kpathjvm.core.instrument.code.CodeBlocks;
import org.kpathjvm.core.instrument.code.HandlerRange;
import org.kpathjvm.core.instrument.code.OriginalCode;
import org.objectweb.asm.Opcodes;

/**
 * How many monitors a method holds at each place, by HotSpot's rule: each place is reached with as
 * many on any way, and while one is held, handlers for all exceptions cover whatever can throw. A
 * method that doesn't keep to it is never compiled (GenerateOopMap in HotSpot's sources).
 */
final class HeldMonitors {
  private static final int UNKNOWN = -1;

  private final OriginalCode code;
  private final CodeBlocks blocks;
  private final int[] before;
  private final Deque<Integer> pending = new ArrayDeque<>();
  private boolean balanced = true;

  private HeldMonitors(OriginalCode code, CodeBlocks blocks) {
    this.code = code;
    this.blocks = blocks;
    before = new int[code.size()];
    Arrays.fill(before, UNKNOWN);
  }

  /** Null if the method enters no monitor, or doesn't keep to the rule. */
  static HeldMonitors of(OriginalCode code, CodeBlocks blocks) {
    if (!code.entersMonitors()) {
      return null;
    }
    HeldMonitors held = new HeldMonitors(code, blocks);
    held.follow(code.instructionFrom(0), 0);
    if (!held.balanced) {
      return null;
    }
    held.followQuietHandlers();
    return held;
  }

  /** Goes on from a place with as many monitors, to wherever control comes from there. */
  private void follow(int place, int monitors) {
    arrive(place, monitors);
    while (balanced && !pending.isEmpty()) {
      run(pending.pop());
    }
  }

  /**
   * Goes on to the handlers of what can't throw: a probe in there will, and then the handler leaves
   * the monitors held where its range starts. One that leaves others stays where control never
   * comes to.
   */
  private void followQuietHandlers() {
    for (HandlerRange range : blocks.ranges()) {
      int monitors = before[range.start];
      if (range.handler >= 0
          && range.catchesAll()
          && monitors > 0
          && before[blocks.first(range.handler)] == UNKNOWN) {
        int[] known = before.clone();
        follow(blocks.first(range.handler), monitors);
        if (!balanced) {
          System.arraycopy(known, 0, before, 0, known.length);
          pending.clear();
          balanced = true;
        }
      }
    }
  }

  /** Monitors held before the instruction at a place; -1 if control never comes there. */
  int before(int place) {
    return before[place];
  }

  /** Monitors held after the instruction at a place. */
  int after(int place) {
    int opcode = code.node(place).getOpcode();
    return before[place]
        + (opcode == Opcodes.MONITORENTER ? 1 : opcode == Opcodes.MONITOREXIT ? -1 : 0);
  }

  private void arrive(int place, int monitors) {
    if (before[place] == UNKNOWN) {
      before[place] = monitors;
      pending.push(place);
    } else {
      balanced &= before[place] == monitors;
    }
  }

  private void run(int place) {
    if (canThrow(place)) {
      dispatch(place);
    }
    int block = blocks.blockFrom(place);
    int monitors = after(place);
    balanced &= monitors >= 0;
    if (place < blocks.last(block)) {
      arrive(code.next(place), monitors);
    } else {
      for (int next : blocks.graph().successors(block)) {
        arrive(blocks.first(next), monitors);
      }
    }
  }

  private void dispatch(int place) {
    for (HandlerRange range : blocks.ranges()) {
      if (range.covers(place)) {
        arrive(blocks.first(range.handler), before[place]);
        if (range.catchesAll()) {
          return;
        }
      }
    }
    balanced &= before[place] == 0;
  }

  /** What HotSpot takes for an instruction that may throw; wider than what really can. */
  private boolean canThrow(int place) {
    int opcode = code.node(place).getOpcode();
    if (opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN) {
      return before[place] != 0;
    }
    if (opcode == Opcodes.MONITOREXIT) {
      return before[place] == 0;
    }
    return opcode == Opcodes.LDC
        || opcode >= Opcodes.IALOAD && opcode <= Opcodes.SALOAD
        || opcode >= Opcodes.IASTORE && opcode <= Opcodes.SASTORE
        || opcode == Opcodes.IDIV
        || opcode == Opcodes.LDIV
        || opcode == Opcodes.IREM
        || opcode == Opcodes.LREM
        || opcode >= Opcodes.GETSTATIC && opcode <= Opcodes.MONITORENTER
        || opcode == Opcodes.MULTIANEWARRAY;
  }
}
