package org.kpathjvm.engine.sharing;

import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;

/**
 * The threads that count the paths that one drain decodes. Each profile of the drain has a part for
 * each thread. All paths of an activation are counted in order, in one part, which depends on the
 * method. Only the drain's thread uses this object.
 */
public final class SharedCounting {
  private final List<CountingThread> threads;
  private final RecordBatch[] open;
  private final PartRouting routing;
  private final BooleanSupplier mayMove;
  private boolean running = true;

  /**
   * Starts the threads.
   *
   * @param parts the number of parts of each profile, from 2 to 127
   * @param mayMove returns whether the memory is enough for counting a method's sequences in two
   *     parts
   */
  public SharedCounting(String name, int parts, BooleanSupplier mayMove) {
    this.mayMove = mayMove;
    threads =
        IntStream.range(0, parts).mapToObj(part -> new CountingThread(name + "-" + part)).toList();
    open = new RecordBatch[parts];
    for (int part = 0; part < parts; part++) {
      open[part] = threads.get(part).poll();
    }
    routing = new PartRouting(parts);
    threads.forEach(CountingThread::start);
  }

  public int parts() {
    return open.length;
  }

  /**
   * Waits until all batches have been counted, and ends the threads. Further calls do nothing.
   *
   * @throws RuntimeException if a thread failed; an Error of a thread is thrown as it is
   */
  public void finish() {
    if (!running) {
      return;
    }
    running = false;
    try {
      for (int part = 0; part < open.length; part++) {
        if (open[part].end() > 0) {
          threads.get(part).count(open[part]);
        }
        threads.get(part).finish();
      }
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
    for (CountingThread thread : threads) {
      check(thread);
    }
  }

  /**
   * Waits until all batches have been counted. Then the threads wait for more batches.
   *
   * @throws RuntimeException if a thread failed; an Error of a thread is thrown as it is
   */
  public void rest() {
    if (!running) {
      return;
    }
    try {
      for (int part = 0; part < open.length; part++) {
        CountingThread thread = threads.get(part);
        if (open[part].end() > 0) {
          thread.count(open[part]);
          open[part] = thread.take();
        }
        thread.rest();
      }
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
    for (CountingThread thread : threads) {
      check(thread);
    }
  }

  int part(int method) {
    return routing.part(method);
  }

  /**
   * Returns the batch for the next record of a profile's part.
   *
   * @param number the number of the part, which is also the number of the thread
   * @param ints the number of ints that the record takes
   */
  RecordBatch batch(int number, CountedPart part, int ints) {
    RecordBatch batch = open[number];
    if (batch.part() != part || !batch.hasRoom(ints)) {
      batch = batch.end() == 0 ? batch : next(number);
      batch.begin(part);
    }
    return batch;
  }

  private RecordBatch next(int number) {
    CountingThread thread = threads.get(number);
    check(thread);
    routing.loaded(number, open[number].end());
    thread.count(open[number]);
    RecordBatch batch = thread.poll();
    if (batch == null) {
      relieve(number);
      try {
        batch = thread.take();
      } catch (InterruptedException e) {
        throw interrupted(e);
      }
    }
    open[number] = batch;
    return batch;
  }

  /**
   * Moves one of the methods of part {@code from} to part {@code to}. The method's live activations
   * stay in part {@code from}.
   */
  void move(int from, int to) {
    routing.relieve(from, to);
  }

  /** Moves a method away from a crowded part if another thread has almost no work. */
  private void relieve(int crowded) {
    int idle = 0;
    for (int number = 1; number < open.length; number++) {
      if (threads.get(number).waiting() < threads.get(idle).waiting()) {
        idle = number;
      }
    }
    if (threads.get(idle).waiting() <= 1 && mayMove.getAsBoolean()) {
      move(crowded, idle);
    }
  }

  private static void check(CountingThread thread) {
    Throwable failure = thread.failure();
    if (failure instanceof Error) {
      throw (Error) failure;
    }
    if (failure != null) {
      throw failure instanceof RuntimeException
          ? (RuntimeException) failure
          : new IllegalStateException(failure);
    }
  }

  private static IllegalStateException interrupted(InterruptedException e) {
    Thread.currentThread().interrupt();
    return new IllegalStateException("interrupted while counting", e);
  }
}
