package org.kpathjvm.engine;

import java.util.concurrent.locks.LockSupport;
import org.kpathjvm.engine.counting.TablesFullException;
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
  private final int blocks;
  private final long memoryBytes;
  private final Thread thread;
  private volatile boolean ending;
  private volatile boolean abandoned;
  private boolean failed;
  private volatile boolean tablesAreFull;

  /**
   * The thread of a drain, which begins with {@link #start}.
   *
   * @param sharedBy threads that count what is left when the target is dead
   * @param blocks of the segment
   * @param memoryBytes budget of the engine
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

  /** The target is dead; the thread, started now if it wasn't, reads the rest and ends. */
  void end() {
    ending = true;
    start();
    wake();
  }

  /**
   * Nobody wants what isn't counted yet: the thread ends soon, unless it reads the rest already.
   */
  void abandon() {
    abandoned = true;
    wake();
  }

  /** It may be long until it would look by itself. */
  private void wake() {
    LockSupport.unpark(thread);
  }

  void join() throws InterruptedException {
    thread.join();
  }

  /** Whether it counts no more, since what was counted doesn't fit into the memory. */
  boolean tablesAreFull() {
    return tablesAreFull;
  }

  StreamDrain drain() {
    return drain;
  }

  @Override
  public void run() {
    int processors = Runtime.getRuntime().availableProcessors();
    IdleStrategy idle = new IdleStrategy(LockSupport::parkNanos, blocks, processors);
    while (!ending && !abandoned) {
      if (pass(false)) {
        idle.reset();
      } else {
        idle.idle(drain.leavesTarget());
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
      tablesAreFull |= thrown instanceof TablesFullException;
      failures.add(line(thrown));
      drain.discard();
      failed = true;
      return false;
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
          + "): give the engine more heap or choose a smaller k";
    }
    // An InternalError: the segment's file was cut while it was mapped.
    return "draining failed: " + thrown;
  }
}
