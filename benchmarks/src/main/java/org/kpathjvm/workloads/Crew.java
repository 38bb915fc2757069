package org.kpathjvm.workloads;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/** Runs work on several threads at once. The threads end when the work is done. */
public final class Crew {

  /** Work that several threads share. */
  @FunctionalInterface
  public interface Work {
    /**
     * Does one thread's share of the work.
     *
     * @param worker the thread's number, from 0 to the number of threads - 1
     */
    void run(int worker) throws Exception;
  }

  private Crew() {}

  /**
   * Runs the work on {@code threads} new threads, and waits for all of them.
   *
   * @throws Exception the first exception that any of the threads throws
   */
  public static void run(int threads, Work work) throws Exception {
    AtomicReference<Throwable> failure = new AtomicReference<>();
    List<Thread> crew = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      int worker = i;
      Thread thread =
          new Thread(
              () -> {
                try {
                  work.run(worker);
                } catch (Throwable thrown) {
                  failure.compareAndSet(null, thrown);
                }
              },
              "worker-" + worker);
      crew.add(thread);
      thread.start();
    }
    for (Thread thread : crew) {
      thread.join();
    }
    Throwable first = failure.get();
    if (first instanceof Error error) {
      throw error;
    }
    if (first != null) {
      throw (Exception) first;
    }
  }
}
