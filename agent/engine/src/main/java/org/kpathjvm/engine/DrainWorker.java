package org.kpathjvm.engine;

import java.util.concurrent.locks.LockSupport;
import org.kpathjvm.engine.counting.TablesFullException;
import org.kpathjvm.engine.mapping.SegmentException;
import org.kpathjvm.engine.segment.FailureLog;
import org.kpathjvm.engine.segment.StreamDrain;

/**
 * The thread of one {@link StreamDrain}, which reads some of the segment's streams. It ends when
 * the target is dead and everything has been read, or when the results are no longer wanted.
 */
final class DrainWorker implements Runnable {
  private final StreamDrain drain;
  private final FailureLog failures;
  private final int sharedBy;
  private final int blocks;
  private final long memoryBytes;
  private final Thread thread;
  private volatile boolean ending;
  private volatile boolean abandoned;
  private boolean failed;
  private volatile boolean tablesAreFull;

  /**
   * Creates the thread of a drain.
   *
   * @param sharedBy the number of threads that count the remaining data when the target is dead
   * @param blocks the number of blocks of the segment
   * @param memoryBytes the engine's memory in bytes
   */
  DrainWorker(
      StreamDrain drain,
      FailureLog failures,
      int number,
      int sharedBy,
      int blocks,
      long memoryBytes) {
    this.drain = drain;
    this.failures = failures;
    this.sharedBy = sharedBy;
    this.blocks = blocks;
    this.memoryBytes = memoryBytes;
    thread = new Thread(this, "kpath-drain-" + number);
    thread.setDaemon(true);
    drain.control().onAsked(this::wake);
  }

  void start() {
    if (thread.getState() == Thread.State.NEW) {
      thread.start();
    }
  }

  /** Lets the thread know that the target is dead. The thread reads the remaining data and ends. */
  void end() {
    ending = true;
    start();
    wake();
  }

  /**
   * Lets the thread know that uncounted data is no longer wanted. The thread ends soon, unless it
   * is already reading the remaining data of a dead target.
   */
  void abandon() {
    abandoned = true;
    wake();
  }

  private void wake() {
    LockSupport.unpark(thread);
  }

  void join() throws InterruptedException {
    thread.join();
  }

  /**
   * Returns whether the thread has stopped counting because the counts don't fit into the memory.
   */
  boolean tablesAreFull() {
    return tablesAreFull;
  }

  StreamDrain drain() {
    return drain;
  }

  @Override
  public void run() {
    try {
      readAll();
    } catch (Throwable failure) {
      // A failure couldn't even be reported. This thread reads nothing from now on, so the target
      // must not wait for it.
      failures.addUnsaid();
      drain.abandon();
    } finally {
      drain.control().close();
    }
  }

  private void readAll() {
    int processors = Runtime.getRuntime().availableProcessors();
    IdleStrategy idle = new IdleStrategy(LockSupport::parkNanos, blocks, processors);
    while (!ending && !abandoned) {
      if (pass(false)) {
        if (drain.hasCaughtUp()) {
          idle.rest();
        } else {
          idle.reset();
        }
      } else {
        idle.idle(drain.leavesTarget());
      }
    }
    if (ending) {
      attempt(() -> drain.share(sharedBy));
      while (pass(true)) {
        // The loop goes on until everything is read.
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

  /**
   * Does some work and returns whether the work succeeded. If the work fails, the failure is
   * reported, and nothing is counted from then on.
   */
  private boolean attempt(Runnable work) {
    try {
      work.run();
      return true;
    } catch (Throwable thrown) {
      failed = true;
      tablesAreFull |= thrown instanceof TablesFullException;
      report(thrown);
      drain.discard();
      return false;
    }
  }

  private void report(Throwable thrown) {
    try {
      failures.add(line(thrown));
    } catch (OutOfMemoryError noRoomForTheLine) {
      failures.addUnsaid();
    }
  }

  private String line(Throwable thrown) {
    if (thrown instanceof SegmentException) {
      return thrown.getMessage();
    }
    if (thrown instanceof TablesFullException) {
      return TablesFullException.line(memoryBytes);
    }
    if (thrown instanceof OutOfMemoryError) {
      return "out of memory while draining ("
          + thrown.getMessage()
          + "): give more with --engine-memory or choose a smaller k";
    }
    // For example, an InternalError is thrown if the segment's file was truncated while it was
    // mapped.
    return "draining failed: " + thrown;
  }
}
