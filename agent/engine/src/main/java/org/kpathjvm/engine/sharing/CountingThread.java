package org.kpathjvm.engine.sharing;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/** Counts one part of each profile of a drain. It is a daemon that takes batches in their order. */
final class CountingThread implements Runnable {
  private static final int BATCHES = 16;

  private final BlockingQueue<RecordBatch> full = new ArrayBlockingQueue<>(BATCHES + 1);
  private final BlockingQueue<RecordBatch> empty = new ArrayBlockingQueue<>(BATCHES);

  /** Marks the end of the batches. */
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

  /** Starts the thread. Must be called once only. */
  void start() {
    thread = new Thread(this, name);
    thread.setDaemon(true);
    thread.start();
  }

  /** Returns an empty batch; null when all batches wait to be counted. */
  RecordBatch poll() {
    return empty.poll();
  }

  /** Returns an empty batch, and waits for it if need be. */
  RecordBatch take() throws InterruptedException {
    return empty.take();
  }

  /** Hands a batch over to be counted. */
  void count(RecordBatch batch) {
    full.add(batch);
  }

  /** Returns about how many batches aren't counted yet. */
  int waiting() {
    return full.size();
  }

  /** Returns why the thread counts no more, or null. */
  Throwable failure() {
    return failure;
  }

  /**
   * Waits until all batches that the thread was given have been counted. The caller still holds one
   * batch.
   */
  void rest() throws InterruptedException {
    List<RecordBatch> all = new ArrayList<>();
    while (all.size() < BATCHES - 1) {
      all.add(empty.take());
    }
    empty.addAll(all);
  }

  /**
   * Waits until all batches that the thread was given have been counted, and the thread has ended.
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
        // Whatever it is, the thread goes on. Otherwise the drain would wait for it forever.
        failure = e;
      }
    }
  }

  /** Counts a batch. After a failure, batches are only given back, so that nobody waits forever. */
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
