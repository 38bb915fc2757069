package org.kpathjvm.core.instrument.exceptions;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.kpathjvm.core.instrument.code.CodeBlocks;
import org.kpathjvm.core.instrument.code.OriginalCode;
import org.objectweb.asm.tree.LabelNode;

/**
 * The parts of a method that a catch-all handler covers, so that probes can count the exceptions
 * that leave the method. In most methods the only part is the whole method. In a constructor, no
 * handler may cover the call of this() or super(). The code before the call needs a separate
 * handler, at which {@code this} isn't initialised yet. This code is left out if local 0 might hold
 * something other than {@code this} there. The code before or after the call is also left out if no
 * instruction in it can throw.
 */
public final class EscapeRegions {
  /** Consecutive instructions, given by the places of the first and the last instruction. */
  private static final class Run {
    final int first;
    final int last;
    final LabelNode start = new LabelNode();
    final LabelNode end = new LabelNode();

    Run(int first, int last) {
      this.first = first;
      this.last = last;
    }
  }

  private final OriginalCode code;
  private final boolean whole;
  private final List<Run> beforeInitialisation = new ArrayList<>();
  private final List<Run> ordinary = new ArrayList<>();

  private EscapeRegions(OriginalCode code, boolean whole) {
    this.code = code;
    this.whole = whole;
  }

  /** Returns regions without any part, for methods whose escaping exceptions needn't be counted. */
  public static EscapeRegions none(OriginalCode code) {
    return new EscapeRegions(code, false);
  }

  /**
   * Returns the regions of a method that isn't a constructor. If nothing in the method can throw,
   * the regions have no part.
   *
   * @param throwing the places of the instructions that can throw
   */
  public static EscapeRegions ofMethod(OriginalCode code, BitSet throwing) {
    return throwing.isEmpty() ? new EscapeRegions(code, true) : ofWholeMethod(code);
  }

  /** Returns regions that cover all of a method. The method must not be a constructor. */
  public static EscapeRegions ofWholeMethod(OriginalCode code) {
    EscapeRegions regions = new EscapeRegions(code, true);
    regions.ordinary.add(new Run(code.instructionFrom(0), code.lastInstruction()));
    return regions;
  }

  /**
   * Returns the regions of a constructor.
   *
   * @param throwing the places of the instructions that can throw
   */
  public static EscapeRegions ofConstructor(
      OriginalCode code, CodeBlocks blocks, ThisFlow flow, BitSet throwing) {
    BitSet before = new BitSet();
    BitSet after = new BitSet();
    boolean lost = false;
    for (int block = 0; block < blocks.count(); block++) {
      for (int at = blocks.first(block); at <= blocks.last(block); at = code.next(at)) {
        if (flow.isBeforeInitialisation(at)) {
          before.set(at);
          lost |= flow.mayHaveLostThis(at);
        } else {
          after.set(at);
        }
      }
    }
    before.andNot(flow.initialisations());
    EscapeRegions regions = new EscapeRegions(code, false);
    if (before.intersects(throwing) && !lost) {
      regions.addRuns(before, regions.beforeInitialisation);
    }
    if (after.intersects(throwing)) {
      regions.addRuns(after, regions.ordinary);
    }
    return regions;
  }

  public boolean areEmpty() {
    return beforeInitialisation.isEmpty() && ordinary.isEmpty();
  }

  /**
   * Returns whether the catch-all handler may also cover the trampolines. These are pieces of probe
   * code at the method's end.
   */
  public boolean coverWholeMethod() {
    return whole;
  }

  /**
   * Inserts the parts' labels. This must happen before any probe is inserted, so that probes of
   * covered instructions are covered, too.
   */
  public void mark() {
    for (List<Run> runs : List.of(beforeInitialisation, ordinary)) {
      for (Run run : runs) {
        code.method.instructions.insertBefore(code.node(run.first), run.start);
        code.method.instructions.insert(code.node(run.last), run.end);
      }
    }
  }

  /**
   * Returns the labels of the parts before the call of this() or super(). Each part has two
   * successive labels, its start and its end.
   */
  public List<LabelNode> labelsBeforeInitialisation() {
    return labels(beforeInitialisation);
  }

  /**
   * Returns the labels of all parts except those before the call of this() or super(). Each part
   * has two successive labels, its start and its end.
   */
  public List<LabelNode> labels() {
    return labels(ordinary);
  }

  private static List<LabelNode> labels(List<Run> runs) {
    List<LabelNode> labels = new ArrayList<>();
    for (Run run : runs) {
      labels.add(run.start);
      labels.add(run.end);
    }
    return labels;
  }

  private void addRuns(BitSet places, List<Run> runs) {
    int first = -1;
    int last = -1;
    for (int at = code.instructionFrom(0); at < code.size(); at = code.next(at)) {
      if (places.get(at)) {
        first = first < 0 ? at : first;
        last = at;
      } else if (first >= 0) {
        runs.add(new Run(first, last));
        first = -1;
      }
    }
    if (first >= 0) {
      runs.add(new Run(first, last));
    }
  }
}
