package org.kpathjvm.engine.segment;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * What is asked of a drain from outside while it runs, and done by its thread: at once, which is
 * between the turns of two streams, or when all has been counted that had been emitted then.
 */
public final class DrainControl {
  /** What a drain does to what it has counted. */
  interface Counted {
    /** Has all counted that is decoded; returns where. */
    Collection<StreamProfile> rest();

    /** Drops what was counted, and all activations under way. */
    void forget();

    /** No activation under way goes on. */
    void endActivations();
  }

  private final Supplier<List<LeaseStream>> streams;
  private final Counted counted;
  private final Queue<Runnable> asked = new ConcurrentLinkedQueue<>();
  private final List<Later> later = new ArrayList<>();
  private final DrainParts parts = new DrainParts(() -> !asked.isEmpty());
  private Runnable onAsked = () -> {};

  /** How many of {@link #later} there were when the pass began. */
  private int known;

  /** The part before which streams waited when the pass began. */
  private int heldFrom;

  /**
   * Something that waits until streams have been read up to marks; those of parts below one.
   * Whoever asked for it may give it up, unless it decides what is counted with what.
   */
  private record Later(
      int below,
      boolean mayBeGivenUp,
      Map<LeaseStream, StreamMark> marks,
      Runnable work,
      Consumer<String> cancel) {
    boolean isDue() {
      return marks.entrySet().stream().allMatch(one -> one.getKey().hasPassed(one.getValue()));
    }
  }

  /**
   * The control of a drain.
   *
   * @param streams looks for its streams
   */
  DrainControl(Supplier<List<LeaseStream>> streams, Counted counted) {
    this.streams = streams;
    this.counted = counted;
  }

  /** What has the drain look soon when something is asked of it; before its thread begins. */
  public void onAsked(Runnable wake) {
    onAsked = wake;
  }

  /** Lower parts were dropped while the streams were recorded; before the first pass. */
  public void begin(int firstPart) {
    parts.drop(firstPart);
  }

  /** What it does with the parts of the recording. */
  DrainParts parts() {
    return parts;
  }

  /**
   * Chunks of a part, and of later ones, wait until it is {@linkplain #release released},
   * {@linkplain #drop dropped up to} or {@linkplain #conclude concluded up to}; from any thread. To
   * be done before the part begins. A part that is held twice is to be released twice.
   */
  public CompletableFuture<Void> hold(int part) {
    return atOnce(() -> parts.hold(part));
  }

  /** Chunks of that part go on being counted together with those before it; from any thread. */
  public CompletableFuture<Void> release(int part) {
    return atOnce(() -> parts.release(part));
  }

  /** All parts before that one are dropped, counted or not; from any thread. */
  public CompletableFuture<Void> drop(int part) {
    return atOnce(
        () -> {
          parts.drop(part);
          List<Later> over = later.stream().filter(one -> one.below() <= part).toList();
          later.removeAll(over);
          known = 0;
          over.forEach(one -> one.cancel().accept("it was dropped meanwhile"));
          counted.forget();
        });
  }

  /**
   * Has something done when all that is emitted now has been counted; from any thread. What is
   * counted in is at rest meanwhile. A failure is the future's.
   */
  public <T> CompletableFuture<T> afterwards(Function<Collection<StreamProfile>, T> work) {
    CompletableFuture<T> future = new CompletableFuture<>();
    ask(
        () ->
            wait(
                CounterLedger.ALL,
                true,
                future,
                () -> complete(future, () -> work.apply(counted.rest()))));
    return future;
  }

  /** Has something done with what has been counted until now; from any thread. */
  public <T> CompletableFuture<T> atOnce(Function<Collection<StreamProfile>, T> work) {
    CompletableFuture<T> future = new CompletableFuture<>();
    ask(() -> complete(future, () -> work.apply(counted.rest())));
    return future;
  }

  /**
   * {@link #afterwards} when all parts before one, which must be held, have been counted. After
   * that nothing of them is counted until the part is {@linkplain #release released} or {@link
   * #reset}.
   */
  public <T> CompletableFuture<T> afterParts(
      int part, Function<Collection<StreamProfile>, T> work) {
    CompletableFuture<T> future = new CompletableFuture<>();
    ask(
        () ->
            wait(
                part,
                true,
                future,
                () -> {
                  parts.freeze(part);
                  complete(future, () -> work.apply(counted.rest()));
                }));
    return future;
  }

  /**
   * What waits because of {@link #afterParts} for that part isn't done any more: its future fails
   * with a {@link CancellationException}. The part stays held. From any thread.
   */
  public CompletableFuture<Void> giveUp(int part) {
    return atOnce(
        () -> {
          List<Later> over =
              later.stream().filter(one -> one.mayBeGivenUp() && one.below() == part).toList();
          later.removeAll(over);
          known = 0;
          over.forEach(one -> one.cancel().accept("it was given up"));
        });
  }

  /**
   * When all parts before one, which must be held, have been counted, their activations are over,
   * and the part goes on being counted together with them; from any thread.
   */
  public CompletableFuture<Void> conclude(int part) {
    CompletableFuture<Void> future = new CompletableFuture<>();
    ask(
        () ->
            wait(
                part,
                false,
                future,
                () ->
                    complete(
                        future,
                        () -> {
                          counted.endActivations();
                          parts.conclude(part);
                          parts.release(part);
                          return null;
                        })));
    return future;
  }

  /**
   * Behind {@link #afterParts}: what was counted of the parts before one has been told, and all
   * begins anew with that part; from any thread.
   */
  public CompletableFuture<Void> reset(int part) {
    return atOnce(
        () -> {
          counted.forget();
          parts.conclude(part);
          parts.release(part);
        });
  }

  private <T> void wait(
      int below, boolean mayBeGivenUp, CompletableFuture<T> future, Runnable work) {
    Map<LeaseStream, StreamMark> marks = new LinkedHashMap<>();
    try {
      streams.get().forEach(stream -> marks.put(stream, stream.end(below)));
    } catch (RuntimeException | Error e) {
      future.completeExceptionally(e);
      return;
    }
    Consumer<String> cancel = why -> future.completeExceptionally(new CancellationException(why));
    later.add(new Later(below, mayBeGivenUp, marks, work, cancel));
  }

  private CompletableFuture<Void> atOnce(Runnable work) {
    CompletableFuture<Void> future = new CompletableFuture<>();
    ask(
        () ->
            complete(
                future,
                () -> {
                  work.run();
                  return null;
                }));
    return future;
  }

  private void ask(Runnable work) {
    asked.add(work);
    onAsked.run();
  }

  /** Whether the drain has to work on. */
  boolean isWaiting() {
    return !later.isEmpty();
  }

  void beginPass() {
    betweenTurns();
    known = later.size();
    heldFrom = parts.heldFrom();
  }

  void betweenTurns() {
    for (Runnable work = asked.poll(); work != null; work = asked.poll()) {
      work.run();
    }
  }

  /**
   * A pass has ended.
   *
   * @param foundNothing it has looked at everything, and no stream waits for another
   * @return whether something was done for which it had to be waited
   */
  boolean endPass(boolean foundNothing) {
    int before = later.size();
    int mayBe = foundNothing ? known : 0;
    for (int at = 0; at < later.size(); at++) {
      Later next = later.get(at);
      // A pass sees nothing of a part that was held when it began, also if the work of another one
      // that waited has released that part just now.
      boolean isFound = mayBe > 0 && next.below() == heldFrom;
      mayBe--;
      if (isFound || next.isDue()) {
        later.remove(at--);
        next.work().run();
      }
    }
    return later.size() < before;
  }

  /** Nobody asks for anything any more, and what has come is to be counted. */
  void end() {
    if (later.isEmpty()) {
      parts.releaseAll();
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
