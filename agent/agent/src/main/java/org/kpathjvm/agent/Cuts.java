package org.kpathjvm.agent;

import java.lang.instrument.UnmodifiableClassException;
import org.kpathjvm.agent.attach.ProbeSwitch;
import org.kpathjvm.agent.attach.ProbeVariants;
import org.kpathjvm.runtime.layout.SegmentLayout;

/**
 * Makes the cuts that the consumer of a recording asks for in the segment's header. At a cut, the
 * recording's next part begins, or recording stops. A cut happens at one moment for all threads,
 * and for counters as well as streams. Only one thread may use the object.
 */
final class Cuts {
  private final SegmentFile segment;
  private final ProbeSwitch probes;
  private final ProbeVariants variants;

  /** Stops recording the current thread. */
  private final Runnable suspend;

  private final AgentLog log;
  private int answered;
  private int part;

  /**
   * The number of the latest part at whose start live activations began anew; 0 if there is no such
   * part. No sequence crosses the start of that part.
   */
  private int anew;

  Cuts(
      SegmentFile segment,
      ProbeSwitch probes,
      ProbeVariants variants,
      Runnable suspend,
      AgentLog log) {
    this.segment = segment;
    this.probes = probes;
    this.variants = variants;
    this.suspend = suspend;
    this.log = log;
  }

  /** Makes the cut that the consumer asks for, if any. */
  void look() {
    int asked = segment.cutAsked();
    if (asked == answered) {
      return;
    }
    // This cut isn't made a second time, even if it fails below.
    answered = asked;
    boolean isMade = false;
    try {
      make(segment.cutKind());
      isMade = true;
    } catch (UnmodifiableClassException | RuntimeException | Error refused) {
      log.line("the cut can't be made: " + refused);
    } finally {
      try {
        // A cut makes the JVM transform a class on this thread, which may give the thread a slot.
        // The recording of a thread can be suspended only if the thread has a slot, so this
        // thread's recording is suspended after each cut.
        suspend.run();
      } finally {
        segment.answerCut(asked, isMade);
      }
    }
  }

  private void make(int kind) throws UnmodifiableClassException {
    if (kind == SegmentLayout.CUT_STOPS) {
      probes.change(variants.silent());
      segment.countStop();
      return;
    }
    if (part == SegmentLayout.MOST_PARTS) {
      throw new IllegalStateException(
          "a recording can have at most " + SegmentLayout.MOST_PARTS + " cuts");
    }
    int next = part + 1;
    int nextAnew = kind == SegmentLayout.CUT_BEGINS_ANEW ? next : anew;
    probes.change(variants.recording(next, nextAnew));
    part = next;
    anew = nextAnew;
    segment.part(next);
  }
}
