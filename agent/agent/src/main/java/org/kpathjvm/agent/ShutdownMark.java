package org.kpathjvm.agent;

import org.kpathjvm.runtime.layout.SegmentLayout;

/** Says in the segment that the JVM ended in an orderly way, by a hook, and not by a kill. */
final class ShutdownMark implements Runnable {
  private final SegmentFile segment;

  private ShutdownMark(SegmentFile segment) {
    this.segment = segment;
  }

  static void register(SegmentFile segment) {
    Thread hook = new Thread(null, new ShutdownMark(segment), "kpath-shutdown", 0, false);
    hook.setContextClassLoader(null);
    Runtime.getRuntime().addShutdownHook(hook);
  }

  @Override
  public void run() {
    if (segment.targetState() == SegmentLayout.TARGET_RECORDING) {
      segment.targetState(SegmentLayout.TARGET_SHUTDOWN);
    }
  }
}
