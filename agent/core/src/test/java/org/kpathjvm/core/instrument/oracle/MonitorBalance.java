package org.kpathjvm.core.instrument.oracle;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;

/**
 * Checks whether a method follows HotSpot's rule for monitors. HotSpot doesn't compile methods that
 * break the rule; it only interprets them. The rule has two parts. The number of monitors that are
 * held at a place must not depend on how control gets there. And while a monitor is held, a handler
 * for all exceptions must cover whatever can throw (GenerateOopMap::do_exception_edge in HotSpot's
 * sources).
 */
public final class MonitorBalance {
  private static final int UNKNOWN = -1;

  private final RawCode code;
  private final int[] held;
  private final Deque<Integer> pending = new ArrayDeque<>();
  private boolean balanced = true;

  private MonitorBalance(RawCode code) {
    this.code = code;
    held = new int[code.size() + 1];
    Arrays.fill(held, UNKNOWN);
  }

  public static boolean isBalanced(RawCode code) {
    MonitorBalance balance = new MonitorBalance(code);
    balance.arrive(0, 0);
    while (balance.balanced && !balance.pending.isEmpty()) {
      balance.step(balance.pending.pop());
    }
    return balance.balanced;
  }

  private void arrive(int at, int monitors) {
    if (held[at] == UNKNOWN) {
      held[at] = monitors;
      pending.push(at);
    } else if (held[at] != monitors) {
      balanced = false;
    }
  }

  private void step(int at) {
    int monitors = held[at];
    if (canThrow(at, monitors)) {
      dispatch(at, monitors);
    }
    if (code.opcode(at) == 0xc2) {
      monitors++;
    } else if (code.opcode(at) == 0xc3) {
      monitors--;
      balanced &= monitors >= 0;
    }
    if (!balanced) {
      return;
    }
    for (int target : code.targets(at)) {
      arrive(target, monitors);
    }
    if (!code.endsFlow(at)) {
      arrive(code.next(at), monitors);
    }
  }

  private void dispatch(int at, int monitors) {
    for (int[] handler : code.handlers) {
      if (handler[0] <= at && at < handler[1]) {
        arrive(handler[2], monitors);
        if (handler[3] == 0) {
          return;
        }
      }
    }
    balanced &= monitors == 0;
  }

  private boolean canThrow(int at, int monitors) {
    int opcode = code.opcode(at);
    if (opcode >= 0xac && opcode <= 0xb1) {
      return monitors != 0;
    }
    if (opcode == 0xc3) {
      return monitors == 0;
    }
    return opcode >= 0x12 && opcode <= 0x14
        || opcode >= 0x2e && opcode <= 0x35
        || opcode >= 0x4f && opcode <= 0x56
        || opcode == 0x6c
        || opcode == 0x6d
        || opcode == 0x70
        || opcode == 0x71
        || opcode >= 0xb2 && opcode <= 0xc2
        || opcode == 0xc5;
  }
}
