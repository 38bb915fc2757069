package org.kpathjvm.engine.sharing;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/**
 * A thread that counts one part of each profile of a drain. It is a daemon thread, and it counts
 * batches of paths in the order in which the drain's thread {@linkplain #count added} them.
 */
final class CountingThread implements Runnable {
  private static final int BATCHES = 16;

  private final BlockingQueue<RecordBatch> full = new ArrayBlockingQueue<>(BATCHES + 1);
  private final BlockingQueue<RecordBatch> empty = new ArrayBlockingQueue<>(BATCHES);

  /** A batch without records. It tells the thread to end. */
  private final RecordBatch end = new RecordBatch();

  private final String name;
  private Thread thread;
  private volatile Throwable failure;

  CountingThread(String name) {
    this.name = name;
    for (int batch = 0; batch < BATCHES; batch++) {
      empty.add(new RecordBatch());
    }
  }

  /** Starts the thread. Must be called only once. */
  void start() {
    thread = new Thread(this, name);
    thread.setDaemon(true);
    thread.start();
  }

  /** Returns an empty batch; null if all batches are waiting to be counted. */
  RecordBatch poll() {
    return empty.poll();
  }

  /** Returns an empty batch. Waits for it if necessary. */
  RecordBatch take() throws InterruptedException {
    return empty.take();
  }

  /** Adds a batch to the batches that the thread counts. */
  void count(RecordBatch batch) {
    full.add(batch);
  }

  /** Returns the approximate number of batches that aren't counted yet. */
  int waiting() {
    return full.size();
  }

  /** Returns the failure after which the thread has stopped counting; null if there is none. */
  Throwable failure() {
    return failure;
  }

  /**
   * Waits until the thread has counted all batches that were added. At this time, the caller must
   * hold exactly one batch of this thread that it hasn't added yet.
   */
  void rest() throws InterruptedException {
    List<RecordBatch> all = new ArrayList<>();
    while (all.size() < BATCHES - 1) {
      all.add(empty.take());
    }
    empty.addAll(all);
  }

  /**
   * Makes the thread end when it has counted all batches that were added. Waits for the thread's
   * end.
   */
  void finish() throws InterruptedException {
    full.add(end);
    thread.join();
  }

  @Override
  public void run() {
    RecordBatch batch = null;
    while (batch != end) {
      try {
        if (batch == null) {
          batch = full.take();
        } else {
          take(batch);
          empty.add(batch);
          batch = null;
        }
      } catch (Throwable e) {
        // The thread goes on after any failure. Otherwise the drain would wait for the thread
        // forever.
        failure = e;
      }
    }
  }

  /**
   * Counts a batch and empties it. After a failure, a batch is emptied without being counted, so
   * that the drain doesn't wait for an empty batch.
   */
  private void take(RecordBatch batch) {
    try {
      if (failure == null) {
        batch.part().count(batch);
      }
    } finally {
      batch.begin(null);
    }
  }
}
