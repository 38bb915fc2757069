package org.kpathjvm.core.instrument.exceptions;

import java.util.BitSet;
import org.kpathjvm.core.instrument.code.CodeBlocks;
import org.kpathjvm.core.instrument.code.HandlerRange;
import org.kpathjvm.core.instrument.code.OriginalCode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.LabelNode;

/**
 * Which handlers may and which have to cover a probe, in methods that hold monitors. HotSpot
 * compiles a method only if, while a monitor is held, a handler for all exceptions covers every
 * instruction that can throw, and if control comes to each place with the same monitors held. A
 * probe is a call.
 *
 * <p>So a probe is covered by the handler that leaves the monitors held there, and by none that
 * leaves others: old compilers let a handler's range go on behind the place where the monitor is
 * left. A handler's trampoline never covers itself: if the stack overflowed in the probe, that
 * would go on for ever.
 */
public final class MonitorCover {
  private final CodeBlocks blocks;
  private final HeldMonitors held;
  private final RangeSplits splits;

  public MonitorCover(OriginalCode code, CodeBlocks blocks) {
    this.blocks = blocks;
    held = HeldMonitors.of(code, blocks);
    splits = new RangeSplits(code.method);
  }

  /** The range whose handler must cover a probe on the edge; null if none has to. */
  public HandlerRange onEdge(int from, int to) {
    int last = blocks.last(from);
    if (held == null || held.before(last) < 0 || held.after(last) == 0) {
      return null;
    }
    HandlerRange cover = firstCatchAll(last, held.after(last));
    return cover != null ? cover : firstCatchAll(blocks.first(to), held.after(last));
  }

  /** Whether what covers the edge's source, a jump, suits a probe before it. */
  public boolean allowsProbeAtSource(int from) {
    return held == null || suits(blocks.last(from));
  }

  /**
   * Lets the handlers that cover both places, and that leave other monitors than are held before
   * the second, not cover a probe that is to be inserted between them.
   *
   * @return the probe, between labels if need be
   */
  public InsnList suited(int last, int place, InsnList probe) {
    if (held != null && held.before(place) >= 0) {
      LabelNode start = new LabelNode();
      LabelNode end = new LabelNode();
      boolean split = false;
      for (HandlerRange range : blocks.ranges()) {
        if (range.covers(last) && range.covers(place) && !suits(range, held.before(place))) {
          splits.exclude(range.entry, start, end);
          split = true;
        }
      }
      if (split) {
        probe.insert(start);
        probe.add(end);
      }
    }
    return probe;
  }

  /** The same for a probe that is to be inserted before the instruction at a place. */
  public InsnList suited(int place, InsnList probe) {
    return suited(place, place, probe);
  }

  /** Carries out what was found necessary; when all probes are in their places. */
  public void finish() {
    splits.apply();
  }

  /**
   * The range whose handler must cover the trampoline of the handler; null if none has to or can.
   */
  public HandlerRange onDispatch(int handler) {
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
   * all exceptions, which leave a monitor, whether they cover themselves or, with other compilers
   * than javac, nothing that leaves it covers them.
   */
  public boolean leadsOn(int handler) {
    return held != null
        && held.before(blocks.first(handler)) > 0
        && onDispatch(handler) == null
        && blocks.ranges().stream()
            .anyMatch(range -> range.handler == handler && range.catchesAll());
  }

  /**
   * Whether a range has to cover the code on the edge of the fall-through to its first instruction,
   * too: the monitors that its handler leaves are held before.
   */
  public boolean startsEarly(HandlerRange range, int lastBefore) {
    return held != null
        && range.catchesAll()
        && held.before(lastBefore) >= 0
        && held.after(lastBefore) > 0
        && suits(range, held.after(lastBefore));
  }

  /** The next handler out that leaves the monitors held at the handler's entry. */
  private HandlerRange coverOf(int handler) {
    int entry = blocks.first(handler);
    return held == null || held.before(entry) <= 0
        ? null
        : firstCatchAll(entry, held.before(entry));
  }

  private HandlerRange firstCatchAll(int place, int monitors) {
    for (HandlerRange range : blocks.ranges()) {
      if (range.catchesAll() && range.covers(place) && suits(range, monitors)) {
        return range;
      }
    }
    return null;
  }

  /** Whether what covers the place suits a probe there. */
  private boolean suits(int place) {
    int monitors = held.before(place);
    for (HandlerRange range : blocks.ranges()) {
      if (range.covers(place)) {
        if (!suits(range, monitors)) {
          return false;
        }
        if (range.catchesAll()) {
          return true;
        }
      }
    }
    return monitors <= 0;
  }

  /** Whether the range's handler expects as many monitors. */
  private boolean suits(HandlerRange range, int monitors) {
    return range.handler >= 0 && held.before(blocks.first(range.handler)) == monitors;
  }
}
