package org.kpathjvm.engine;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import org.kpathjvm.engine.ipf.PathForestBuffers;

/**
 * The results of a session: the counters (a long for each id), the columns of the k-IPF, and
 * statistics as JSON. If threads are counted separately, there are also counters and a k-IPF for
 * each thread.
 */
record EngineResult(
    ByteBuffer counters, Forest forest, List<ThreadResult> threads, String statistics) {

  /** The k-IPF, and the error that folding has caused in its counts. */
  record Forest(PathForestBuffers nodes, FoldedBuffers folded) {
    static Forest empty() {
      return new Forest(
          new PathForestBuffers(direct(0), direct(0), direct(0), direct(0)),
          new FoldedBuffers(direct(0), direct(0), direct(0)));
    }
  }

  /** Returns a result without nodes, and with only the unused counter of id 0. */
  static EngineResult empty() {
    return new EngineResult(direct(8), Forest.empty(), List.of(), "{}");
  }

  long bytes() {
    long ofThreads = threads.stream().mapToLong(ThreadResult::bytes).sum();
    return counters.capacity() + forest.nodes().bytes() + forest.folded().bytes() + ofThreads;
  }

  private static ByteBuffer direct(int bytes) {
    return ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder());
  }
}
