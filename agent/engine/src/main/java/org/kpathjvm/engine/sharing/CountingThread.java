package org.kpathjvm.engine.sharing;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/**
 * A daemon thread that counts one part of each profile of a drain. It counts batches in the order
 * in which they were {@linkplain #count added}.
 */
final class CountingThread implements Runnable {
  private static final int BATCHES = 16;

  private final BlockingQueue<RecordBatch> full = new ArrayBlockingQueue<>(BATCHES + 1);
  private final BlockingQueue<RecordBatch> empty = new ArrayBlockingQueue<>(BATCHES);

  /** A batch without records. The thread ends when it takes this batch. */
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

  void start() {
    thread = new Thread(this, name);
    thread.setDaemon(true);
    thread.start();
  }

  /** Returns an empty batch; null if all batches are waiting to be counted. */
  RecordBatch poll() {
    return empty.poll();
  }

  /** Returns an empty batch, if necessary after a wait. */
  RecordBatch take() throws InterruptedException {
    return empty.take();
  }

  void count(RecordBatch batch) {
    full.add(batch);
  }

  /** Returns about how many batches aren't counted yet. */
  int waiting() {
    return full.size();
  }

  /** Returns the failure that stopped the counting; null if there is none. */
  Throwable failure() {
    return failure;
  }

  /**
   * Waits until all added batches have been counted. The caller must hold exactly one of this
   * thread's batches, which hasn't been added yet.
   */
  void rest() throws InterruptedException {
    List<RecordBatch> all = new ArrayList<>();
    while (all.size() < BATCHES - 1) {
      all.add(empty.take());
    }
    empty.addAll(all);
  }

  /** Makes the thread end when it has counted all added batches, and waits for its end. */
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
        // The thread goes on; otherwise the drain would wait for it forever.
        failure = e;
      }
    }
  }

  /**
   * Counts a batch and empties it. After a failure, only empties it, so that the drain doesn't wait
   * forever for an empty batch.
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
