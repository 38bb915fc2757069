package org.kpathjvm.agent;

import org.kpathjvm.runtime.layout.SegmentLayout;

/**
 * A shutdown hook that notes in the segment that the JVM has ended in an orderly way. If the note
 * is missing, the JVM was killed.
 */
final class ShutdownMark implements Runnable {
  private final SegmentFile segment;
  private final AgentLog log;

  private ShutdownMark(SegmentFile segment, AgentLog log) {
    this.segment = segment;
    this.log = log;
  }

  /** Registers the hook with the JVM. Returns the hook's thread. */
  static Thread register(SegmentFile segment, AgentLog log) {
    Thread hook = new Thread(null, new ShutdownMark(segment, log), "kpath-shutdown", 0, false);
    hook.setContextClassLoader(null);
    Runtime.getRuntime().addShutdownHook(hook);
    return hook;
  }

  @Override
  public void run() {
    if (segment.targetState() == SegmentLayout.TARGET_RECORDING) {
      segment.targetState(SegmentLayout.TARGET_SHUTDOWN);
    } else if (segment.keep()) {
      // A probe that finds the segment full can't report that itself, so it is reported here.
      log.line(
          "the recording ended before the program: the segment of "
              + segment.bytes.capacity()
              + " bytes was full; give a larger segment-size, or run under kpath-jvm");
    }
  }
}
