package org.kpathjvm.engine;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.kpathjvm.engine.ipf.PathForestBuffers;

/** What a session found: counters (long per id), the k-IPF's columns, statistics as JSON. */
record EngineResult(ByteBuffer counters, PathForestBuffers forest, String statistics) {

  /** No counters (but the unused one of id 0), no nodes. */
  static EngineResult empty() {
    return new EngineResult(
        direct(8), new PathForestBuffers(direct(0), direct(0), direct(0), direct(0)), "{}");
  }

  long bytes() {
    return counters.capacity() + forest.bytes();
  }

  private static ByteBuffer direct(int bytes) {
    return ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder());
  }
}
