package org.kpathjvm.engine.sharing;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/** Counts one part of each profile of a drain: a daemon that takes batches in their order. */
final class CountingThread implements Runnable {
  private static final int BATCHES = 16;

  private final BlockingQueue<RecordBatch> full = new ArrayBlockingQueue<>(BATCHES + 1);
  private final BlockingQueue<RecordBatch> empty = new ArrayBlockingQueue<>(BATCHES);

  /** Behind the last one. */
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

  /** Once. */
  void start() {
    thread = new Thread(this, name);
    thread.setDaemon(true);
    thread.start();
  }

  /** An empty batch, null when all wait to be counted. */
  RecordBatch poll() {
    return empty.poll();
  }

  /** An empty batch; waits for it. */
  RecordBatch take() throws InterruptedException {
    return empty.take();
  }

  /** Has a batch counted. */
  void count(RecordBatch batch) {
    full.add(batch);
  }

  /** Batches that are not counted yet, about. */
  int waiting() {
    return full.size();
  }

  /** Why it counts no more, or null. */
  Throwable failure() {
    return failure;
  }

  /** All batches that it was given are counted when this returns; the caller has one of them. */
  void rest() throws InterruptedException {
    List<RecordBatch> all = new ArrayList<>();
    while (all.size() < BATCHES - 1) {
      all.add(empty.take());
    }
    empty.addAll(all);
  }

  /** All batches that it was given are counted when this returns, and the thread has ended. */
  void finish() throws InterruptedException {
    full.add(end);
    thread.join();
  }

  @Override
  public void run() {
    try {
      for (RecordBatch batch = full.take(); batch != end; batch = full.take()) {
        if (failure == null) {
          count(batch.part(), batch);
        }
        batch.begin(null);
        empty.add(batch);
      }
    } catch (InterruptedException e) {
      failure = e;
    }
  }

  /** After a failure batches are only given back, so that nobody waits for ever. */
  private void count(CountedPart part, RecordBatch batch) {
    try {
      part.count(batch);
    } catch (RuntimeException | Error e) {
      failure = e;
    }
  }
}
