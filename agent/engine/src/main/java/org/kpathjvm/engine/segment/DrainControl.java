package org.kpathjvm.engine.segment;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;
import java.util.function.Supplier;
import org.kpathjvm.engine.windows.StreamMark;
import org.kpathjvm.engine.windows.StreamWindow;
import org.kpathjvm.engine.windows.WindowChange;

/**
 * What is asked of a drain from outside while it runs, and done by its thread: at once, which is
 * between the turns of two streams, or when all has been counted that had been emitted then.
 */
public final class DrainControl {
  private final Supplier<List<LeaseStream>> streams;
  private final Supplier<Collection<StreamProfile>> rest;
  private final Runnable forget;
  private final Queue<Runnable> asked = new ConcurrentLinkedQueue<>();
  private final List<Later> later = new ArrayList<>();
  private DrainWindows windows = new DrainWindows(List.of());
  private Runnable onAsked = () -> {};

  /** How many of {@link #later} there were when the pass began. */
  private int known;

  /** Something that waits until streams have been read up to marks. */
  private record Later(Map<LeaseStream, StreamMark> marks, Runnable work) {
    boolean isDue() {
      return marks.entrySet().stream().allMatch(one -> one.getKey().hasPassed(one.getValue()));
    }
  }

  /**
   * The control of a drain.
   *
   * @param streams looks for its streams
   * @param rest has all counted that is decoded; returns where
   * @param forget drops what was counted
   */
  DrainControl(
      Supplier<List<LeaseStream>> streams,
      Supplier<Collection<StreamProfile>> rest,
      Runnable forget) {
    this.streams = streams;
    this.rest = rest;
    this.forget = forget;
  }

  /** What has the drain look soon when something is asked of it; before its thread begins. */
  public void onAsked(Runnable wake) {
    onAsked = wake;
  }

  /** Changes came while the streams were recorded; before the first pass. */
  public void replay(List<WindowChange> changes) {
    windows = new DrainWindows(changes);
  }

  /**
   * Changes what is counted from where the streams end now; from any thread.
   *
   * @return where that is
   */
  public CompletableFuture<List<StreamMark>> change(WindowChange.Kind kind) {
    CompletableFuture<List<StreamMark>> future = new CompletableFuture<>();
    ask(
        () ->
            complete(
                future,
                () -> {
                  List<StreamMark> marks = windows.change(kind, streams.get());
                  if (kind == WindowChange.Kind.RESET) {
                    forget.run();
                  }
                  return marks;
                }));
    return future;
  }

  /**
   * Has something done when all that is emitted now has been counted; from any thread. What is
   * counted in is at rest meanwhile. A failure is the future's.
   */
  public <T> CompletableFuture<T> afterwards(Function<Collection<StreamProfile>, T> work) {
    CompletableFuture<T> future = new CompletableFuture<>();
    ask(
        () -> {
          Map<LeaseStream, StreamMark> marks = new LinkedHashMap<>();
          try {
            streams.get().forEach(stream -> marks.put(stream, stream.end()));
          } catch (RuntimeException | Error e) {
            future.completeExceptionally(e);
            return;
          }
          later.add(new Later(marks, () -> complete(future, () -> work.apply(rest.get()))));
        });
    return future;
  }

  private void ask(Runnable work) {
    asked.add(work);
    onAsked.run();
  }

  /** The window of a stream that is new. */
  StreamWindow window(int lease) {
    return windows.of(lease);
  }

  /** Whether the drain has to work on. */
  boolean isWaiting() {
    return !later.isEmpty();
  }

  void beginPass() {
    betweenTurns();
    known = later.size();
  }

  void betweenTurns() {
    for (Runnable work = asked.poll(); work != null; work = asked.poll()) {
      work.run();
    }
  }

  /** {@code foundNothing}: the pass has looked at everything, and no stream waits for another. */
  void endPass(boolean foundNothing) {
    int before = foundNothing ? known : 0;
    for (int at = later.size() - 1; at >= 0; at--) {
      if (at < before || later.get(at).isDue()) {
        later.remove(at).work().run();
      }
    }
  }

  private static <T> void complete(CompletableFuture<T> future, Supplier<T> work) {
    try {
      future.complete(work.get());
    } catch (RuntimeException | Error e) {
      // Who asked is told; it is no matter of the drain's.
      future.completeExceptionally(e);
    }
  }
}
