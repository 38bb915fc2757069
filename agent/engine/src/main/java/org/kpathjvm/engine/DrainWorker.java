package org.kpathjvm.engine;

import org.kpathjvm.engine.mapping.SegmentException;
import org.kpathjvm.engine.segment.FailureLog;
import org.kpathjvm.engine.segment.StreamDrain;

/**
 * The thread of one {@link StreamDrain}: a daemon that ends once the target is dead and all is
 * read, or nobody wants that any more.
 */
final class DrainWorker implements Runnable {
  private final StreamDrain drain;
  private final FailureLog failures;
  private final int sharedBy;
  private final Thread thread;
  private volatile boolean ending;
  private volatile boolean abandoned;
  private boolean failed;

  /** {@code sharedBy}: threads that count what is left when the target is dead. */
  DrainWorker(StreamDrain drain, FailureLog failures, int number, int sharedBy) {
    this.drain = drain;
    this.failures = failures;
    this.sharedBy = sharedBy;
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

  /**
   * Nobody wants what isn't counted yet: the thread ends soon, unless it reads the rest already.
   */
  void abandon() {
    abandoned = true;
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
    while (!ending && !abandoned) {
      if (pass(false)) {
        idle.reset();
      } else {
        idle.idle();
      }
    }
    if (ending) {
      attempt(() -> drain.share(sharedBy));
      while (pass(true)) {
        // Until all is read.
      }
    } else {
      drain.discard();
    }
    attempt(drain::complete);
  }

  private boolean pass(boolean last) {
    boolean first = !failed;
    boolean[] moved = new boolean[1];
    return attempt(() -> moved[0] = drain.pass(last)) ? moved[0] : first;
  }

  /** Whether it didn't fail; what fails is told, and nothing more is counted. */
  private boolean attempt(Runnable work) {
    try {
      work.run();
      return true;
    } catch (Throwable thrown) {
      failures.add(line(thrown));
      drain.discard();
      failed = true;
      return false;
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
