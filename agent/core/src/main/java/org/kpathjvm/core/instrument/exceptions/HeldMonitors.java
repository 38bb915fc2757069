package org.kpathjvm.core.instrument.exceptions;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import org.kpathjvm.core.instrument.code.CodeBlocks;
import org.kpathjvm.core.instrument.code.HandlerRange;
import org.kpathjvm.core.instrument.code.OriginalCode;
import org.objectweb.asm.Opcodes;

/**
 * Counts the monitors that a method holds at each place. This is possible only if the method
 * follows HotSpot's rule, which has two parts. The number of monitors held at a place must be the
 * same whenever control reaches the place. While a monitor is held, handlers for all exceptions
 * must cover everything that can throw. HotSpot never compiles a method that breaks the rule
 * (GenerateOopMap in HotSpot's sources).
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

  /** Returns the counts; null if the method doesn't enter a monitor, or breaks the rule. */
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

  private void follow(int place, int monitors) {
    arrive(place, monitors);
    while (balanced && !pending.isEmpty()) {
      run(pending.pop());
    }
  }

  /**
   * Follows control into the handlers whose ranges contain nothing that can throw. A probe in such
   * a range can throw, and then the handler must release the monitors that are held at the range's
   * start. If the handler breaks the rule, it stays marked as unreachable.
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

  /**
   * Returns the number of monitors that are held before the instruction at a place; -1 if control
   * never reaches the place.
   */
  int before(int place) {
    return before[place];
  }

  /** Returns the number of monitors that are held after the instruction at a place. */
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

  /**
   * Returns whether HotSpot assumes that the instruction can throw. HotSpot also makes this
   * assumption for some instructions that never throw.
   */
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
