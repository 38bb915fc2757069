package org.kpathjvm.agent;

import org.kpathjvm.runtime.layout.SegmentLayout;

/**
 * A shutdown hook that notes in the segment that the JVM is ending in an orderly way, unless the
 * recording has already ended. If the target is gone and its state in the segment is still
 * TARGET_RECORDING, the JVM was killed or halted.
 */
final class ShutdownMark implements Runnable {
  private final SegmentFile segment;
  private final MetadataWriter metadata;
  private final AgentLog log;

  private ShutdownMark(SegmentFile segment, MetadataWriter metadata, AgentLog log) {
    this.segment = segment;
    this.metadata = metadata;
    this.log = log;
  }

  static Thread register(SegmentFile segment, MetadataWriter metadata, AgentLog log) {
    Runnable mark = new ShutdownMark(segment, metadata, log);
    Thread hook = new Thread(null, mark, "kpath-shutdown", 0, false);
    hook.setContextClassLoader(null);
    Runtime.getRuntime().addShutdownHook(hook);
    return hook;
  }

  @Override
  public void run() {
    metadata.settle();
    if (segment.targetState() == SegmentLayout.TARGET_RECORDING) {
      segment.targetState(SegmentLayout.TARGET_SHUTDOWN);
    } else if (segment.keep() && !log.saysWhyEnded) {
      // A probe that finds the segment full can't report this itself, so the hook reports it.
      log.line(
          "the recording ended before the program did: the segment of "
              + segment.bytes.capacity()
              + " bytes was full; give a larger segment-size, or run under kpath-jvm");
    }
  }
}
