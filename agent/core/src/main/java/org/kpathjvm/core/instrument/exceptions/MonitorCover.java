package org.kpathjvm.core.instrument.exceptions;

import java.util.BitSet;
import org.kpathjvm.core.instrument.code.CodeBlocks;
import org.kpathjvm.core.instrument.code.HandlerRange;
import org.kpathjvm.core.instrument.code.OriginalCode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.LabelNode;

/**
 * Decides which handlers may cover a probe, and which handlers must cover it, in methods that hold
 * monitors. HotSpot compiles a method only under two conditions. First, while a monitor is held, a
 * handler for all exceptions must cover every instruction that can throw. Second, the same monitors
 * must be held at a place whenever control reaches it. A probe is a call, and calls can throw.
 *
 * <p>So a probe must be covered by the handler that releases exactly the monitors held at the
 * probe. A handler that releases other monitors must not cover the probe, even if it covers the
 * probe's place in the original code: old compilers extend a handler's range beyond the place where
 * the monitor is released.
 *
 * <p>A handler's trampoline is code that records the dispatch of an exception, and then goes to the
 * handler. A handler never covers its own trampoline. If it did and the stack overflowed in the
 * trampoline's probe, the trampoline would run forever.
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

  /** Returns the range whose handler must cover a probe on the edge; null if there is none. */
  public HandlerRange onEdge(int from, int to) {
    int last = blocks.last(from);
    if (held == null || held.before(last) < 0 || held.after(last) == 0) {
      return null;
    }
    HandlerRange cover = firstCatchAll(last, held.after(last));
    return cover != null ? cover : firstCatchAll(blocks.first(to), held.after(last));
  }

  /**
   * Returns whether the handlers that cover the jump at the end of a block are suitable for a probe
   * before this jump.
   */
  public boolean allowsProbeAtSource(int from) {
    return held == null || suits(blocks.last(from));
  }

  /**
   * Excludes a probe between two places from the ranges of unsuitable handlers. A handler is
   * unsuitable if it covers both places and doesn't release exactly the monitors held before the
   * second place.
   *
   * @return the probe, between labels if necessary
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

  /**
   * Excludes a probe before the instruction at a place from the ranges of the handlers that don't
   * release exactly the monitors held there.
   */
  public InsnList suited(int place, InsnList probe) {
    return suited(place, place, probe);
  }

  /**
   * Splits the ranges so that they exclude the probes that {@link #suited} has noted. This must
   * happen after all probes have been inserted.
   */
  public void finish() {
    splits.apply();
  }

  /**
   * Returns the range whose handler must cover the trampoline of the given handler; null if there
   * is none.
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
   * Returns whether an exception in the handler's trampoline must continue to the handler itself.
   * It must if the handler catches all exceptions in order to release a monitor, and no other
   * handler covers the trampoline. There are three such cases: the handler covers its own entry;
   * several handlers cover each other's entries in a circle; or, in the code of compilers other
   * than javac, no handler releases the monitor and covers this handler's entry.
   */
  public boolean leadsOn(int handler) {
    return held != null
        && held.before(blocks.first(handler)) > 0
        && onDispatch(handler) == null
        && blocks.ranges().stream()
            .anyMatch(range -> range.handler == handler && range.catchesAll());
  }

  /**
   * Returns whether a range must also cover the code on the fall-through edge to the range's first
   * instruction. It must if the monitors that the range's handler releases are already held on this
   * edge.
   *
   * @param lastBefore the place of the last instruction before the range
   */
  public boolean startsEarly(HandlerRange range, int lastBefore) {
    return held != null
        && range.catchesAll()
        && held.before(lastBefore) >= 0
        && held.after(lastBefore) > 0
        && suits(range, held.after(lastBefore));
  }

  /**
   * Returns the range of the innermost handler that covers the given handler's entry and releases
   * the monitors held there; null if there is no such handler, or if no monitor is held there.
   */
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

  /** Returns whether the handlers that cover the place suit a probe there. */
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

  /** Returns whether the range's handler expects that this number of monitors is held. */
  private boolean suits(HandlerRange range, int monitors) {
    return range.handler >= 0 && held.before(blocks.first(range.handler)) == monitors;
  }
}
