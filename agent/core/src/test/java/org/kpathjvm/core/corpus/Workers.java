package org.kpathjvm.core.corpus;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;

/** A pool with one thread for each processor. */
final class Workers implements AutoCloseable {
  private final ExecutorService threads =
      Executors.newFixedThreadPool(
          Runtime.getRuntime().availableProcessors(),
          task -> new Thread(null, task, "corpus", 64L << 20));

  /**
   * Runs the action for each item, in any order. If the action fails for an item, throws an
   * IllegalStateException with the failure as its cause.
   */
  <T> void forEach(Collection<T> items, Consumer<T> action) {
    List<Future<?>> pending = new ArrayList<>();
    for (T item : items) {
      pending.add(threads.submit(() -> action.accept(item)));
    }
    for (Future<?> one : pending) {
      try {
        one.get();
      } catch (ExecutionException e) {
        throw new IllegalStateException(e.getCause());
      } catch (InterruptedException e) {
        throw new IllegalStateException("interrupted", e);
      }
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
