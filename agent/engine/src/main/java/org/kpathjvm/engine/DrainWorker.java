package org.kpathjvm.engine;

import org.kpathjvm.engine.mapping.SegmentException;
import org.kpathjvm.engine.segment.FailureLog;
import org.kpathjvm.engine.segment.StreamDrain;

/**
 * The thread of one {@link StreamDrain}: a daemon that ends once the target is dead and all is
 * read.
 */
final class DrainWorker implements Runnable {
  private final StreamDrain drain;
  private final FailureLog failures;
  private final Thread thread;
  private volatile boolean ending;
  private boolean failed;

  DrainWorker(StreamDrain drain, FailureLog failures, int number) {
    this.drain = drain;
    this.failures = failures;
    thread = new Thread(this, "kpath-drain-" + number);
    thread.setDaemon(true);
  }

  void start() {
    if (thread.getState() == Thread.State.NEW) {
      thread.start();
    }
  }

  /** The target is dead; the thread, started now if it wasn't, reads the rest and ends. */
  void end() {
    ending = true;
    start();
  }

  void join() throws InterruptedException {
    thread.join();
  }

  StreamDrain drain() {
    return drain;
  }

  @Override
  public void run() {
    IdleStrategy idle = new IdleStrategy();
    while (true) {
      boolean last = ending;
      if (pass(last)) {
        idle.reset();
      } else if (last) {
        drain.complete();
        return;
      } else {
        idle.idle();
      }
    }
  }

  private boolean pass(boolean last) {
    try {
      return drain.pass(last);
    } catch (Throwable thrown) {
      failures.add(line(thrown));
      drain.discard();
      boolean first = !failed;
      failed = true;
      return first;
    }
  }

  private static String line(Throwable thrown) {
    if (thrown instanceof SegmentException) {
      return thrown.getMessage();
    }
    if (thrown instanceof OutOfMemoryError) {
      return "out of memory while draining ("
          + thrown.getMessage()
          + "): give the engine more heap or choose a smaller k";
    }
    // An InternalError: the segment's file was cut while it was mapped.
    return "draining failed: " + thrown;
  }
}
