package org.kpathjvm.core.instrument;

import java.util.BitSet;
import org.objectweb.asm.Opcodes;

/**
 * Which handler has to cover a probe that stands outside of the original code's ranges, in methods
 * that hold monitors. HotSpot compiles a method only if, while a monitor is held, a handler for all
 * exceptions covers every instruction that can throw, and if control comes to each place with the
 * same monitors held. A probe is a call.
 *
 * <p>So code on an edge is covered by what covers both its ends, and a handler's trampoline by what
 * covers the handler's entry. Never by itself, however: if the stack overflowed in the probe, that
 * would go on for ever.
 */
final class MonitorCover {
  private final MethodPlan plan;
  private final boolean needed;

  MonitorCover(MethodPlan plan) {
    this.plan = plan;
    needed = entersMonitors(plan.code);
  }

  /** The range whose handler must cover a probe on the edge; null if none has to. */
  HandlerRange onEdge(int from, int to) {
    return needed ? firstCatchAll(plan.blocks.last(from), plan.blocks.first(to)) : null;
  }

  /**
   * Whether a probe may stand next to the edge's source: not if a handler for all exceptions covers
   * that, a jump that can't throw, but not the edge's target, where no monitor may be held any
   * more.
   */
  boolean allowsProbeAtSource(int from, int to) {
    int last = plan.blocks.last(from);
    return !needed || firstCatchAll(last, last) == onEdge(from, to);
  }

  /**
   * The range whose handler must cover the trampoline of the handler; null if none has to or can.
   */
  HandlerRange onDispatch(int handler) {
    if (!needed) {
      return null;
    }
    HandlerRange cover = coverOf(handler);
    BitSet seen = new BitSet();
    for (HandlerRange next = cover; next != null; next = coverOf(next.handler)) {
      if (next.handler == handler) {
        return null;
      }
      if (seen.get(next.handler)) {
        break;
      }
      seen.set(next.handler);
    }
    return cover;
  }

  /**
   * Whether an exception in the handler's trampoline has to lead on to the handler: to those for
   * all exceptions, which leave a monitor, whether they cover themselves or, in old class files,
   * nothing covers them.
   */
  boolean leadsOn(int handler) {
    return needed
        && onDispatch(handler) == null
        && plan.blocks.ranges().stream()
            .anyMatch(range -> range.handler == handler && range.catchesAll());
  }

  /**
   * Whether a range has to cover the code on the edge of the fall-through to its first instruction,
   * too: a monitor is held before.
   */
  boolean startsEarly(HandlerRange range, int lastBefore) {
    if (!needed || !range.catchesAll()) {
      return false;
    }
    return plan.code.node(lastBefore).getOpcode() == Opcodes.MONITORENTER
        || plan.blocks.ranges().stream()
            .anyMatch(other -> other.handler == range.handler && other.covers(lastBefore));
  }

  private HandlerRange coverOf(int handler) {
    int entry = plan.blocks.first(handler);
    return firstCatchAll(entry, entry);
  }

  private HandlerRange firstCatchAll(int place, int otherPlace) {
    for (HandlerRange range : plan.blocks.ranges()) {
      if (range.catchesAll() && range.covers(place) && coversOrSame(range, otherPlace)) {
        return range;
      }
    }
    return null;
  }

  /** Compilers split a handler's range in two: another range of the same handler will do. */
  private boolean coversOrSame(HandlerRange range, int place) {
    return range.covers(place)
        || plan.blocks.ranges().stream()
            .anyMatch(
                other ->
                    other.handler == range.handler && other.catchesAll() && other.covers(place));
  }

  private static boolean entersMonitors(OriginalCode code) {
    for (int at = code.instructionFrom(0); at < code.size(); at = code.instructionFrom(at + 1)) {
      if (code.node(at).getOpcode() == Opcodes.MONITORENTER) {
        return true;
      }
    }
    return false;
  }
}
