package org.kpathjvm.engine.segment;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Receives what other threads ask of a drain while it runs. The drain's thread does the work. Some
 * work is done at once, which means between the turns of two streams. Other work waits until
 * everything has been counted that had been emitted when the work was asked for.
 */
public final class DrainControl {
  private static final String OVER = "the engine no longer reads the recording";

  /** What the control does with the drain's counts. */
  interface Counted {
    /**
     * Waits until everything that was decoded has been counted. Returns the profiles that it is in.
     */
    Collection<StreamProfile> rest();

    /** Drops what was counted, and all activations under way. */
    void forget();

    /** Ends all activations under way, so that none of them goes on. */
    void endActivations();
  }

  private final Supplier<List<LeaseStream>> streams;
  private final Counted counted;
  private final Queue<Asked> asked = new ConcurrentLinkedQueue<>();
  private final List<Later> later = new ArrayList<>();
  private final DrainParts parts = new DrainParts(() -> !asked.isEmpty());
  private Runnable onAsked = () -> {};

  /** Whether the drain's thread has ended, so that nothing that is asked for is done any more. */
  private volatile boolean isOver;

  /** How many of {@link #later} there were when the pass began. */
  private int known;

  /** The part before which streams waited when the pass began. */
  private int heldFrom;

  /** Why nothing more is done. It exists before the heap may be full. */
  private final CancellationException over = new CancellationException(OVER);

  /** Work that was asked for, and the future of whoever waits for it. */
  private record Asked(Reply<?> reply, Runnable work) {}

  /**
   * Work that waits until streams have been read up to marks, at which the parts below {@code
   * below} end. Whoever asked for the work may give it up, unless the work decides what is counted
   * together.
   */
  private record Later(
      int below,
      boolean mayBeGivenUp,
      Map<LeaseStream, StreamMark> marks,
      Reply<?> reply,
      Runnable work) {
    boolean isDue() {
      return marks.entrySet().stream().allMatch(one -> one.getKey().hasPassed(one.getValue()));
    }

    /** Tells whoever waits for the work that it won't be done. This never fails. */
    void cancel(String why) {
      Throwable told;
      try {
        told = new CancellationException(why);
      } catch (OutOfMemoryError full) {
        told = full;
      }
      reply.fail(told);
    }
  }

  /**
   * The future of whoever waits for work. Unlike other futures, it can be told of a failure even if
   * the heap is full. Whoever waits would wait forever otherwise: a failure for lack of memory is
   * told just then.
   */
  private static final class Reply<T> extends CompletableFuture<T> {
    /** Set if the failure could not be told in the usual way. */
    private volatile Throwable failure;

    /** Fails the future. This never fails itself. */
    void fail(Throwable why) {
      try {
        completeExceptionally(why);
      } catch (OutOfMemoryError full) {
        // To complete a future with null takes no memory.
        failure = why;
        complete(null);
      }
    }

    @Override
    public T join() {
      T value = super.join();
      if (failure instanceof CancellationException cancelled) {
        throw cancelled;
      }
      if (failure != null) {
        throw new CompletionException(failure);
      }
      return value;
    }
  }

  /**
   * Creates the control of a drain.
   *
   * @param streams looks for the drain's streams
   */
  DrainControl(Supplier<List<LeaseStream>> streams, Counted counted) {
    this.streams = streams;
    this.counted = counted;
  }

  /**
   * Sets what makes the drain look soon when something is asked of it. This must be called before
   * the drain's thread begins.
   */
  public void onAsked(Runnable wake) {
    onAsked = wake;
  }

  /**
   * Notes that the parts below {@code firstPart} were dropped during the recording. This must be
   * called before the first pass.
   */
  public void begin(int firstPart) {
    parts.drop(firstPart);
  }

  /** Returns what the drain does with the parts of the recording. */
  DrainParts parts() {
    return parts;
  }

  /**
   * Makes chunks of a part, and of later ones, wait until the part is {@linkplain #release
   * released}, or the parts before it are {@linkplain #drop dropped} or {@linkplain #conclude
   * concluded}; from any thread. This must be done before the part begins. A part that is held
   * twice must be released twice.
   */
  public CompletableFuture<Void> hold(int part) {
    return atOnce(() -> parts.hold(part));
  }

  /** Lets chunks of a held part be counted together with those before it; from any thread. */
  public CompletableFuture<Void> release(int part) {
    return atOnce(() -> parts.release(part));
  }

  /**
   * Drops all parts before {@code part}, whether they have been counted or not; from any thread.
   */
  public CompletableFuture<Void> drop(int part) {
    return atOnce(
        () -> {
          parts.drop(part);
          List<Later> over = later.stream().filter(one -> one.below() <= part).toList();
          later.removeAll(over);
          known = 0;
          over.forEach(one -> one.cancel("it was dropped meanwhile"));
          counted.forget();
        });
  }

  /**
   * Has something done when everything that is emitted by now has been counted; from any thread.
   * The profiles are at rest meanwhile. If the work fails, the future fails.
   */
  public <T> CompletableFuture<T> afterwards(Function<Collection<StreamProfile>, T> work) {
    Reply<T> reply = new Reply<>();
    ask(
        reply,
        () ->
            wait(
                CounterLedger.ALL,
                true,
                reply,
                () -> complete(reply, () -> work.apply(counted.rest()))));
    return reply;
  }

  /** Has something done with what has been counted so far; from any thread. */
  public <T> CompletableFuture<T> atOnce(Function<Collection<StreamProfile>, T> work) {
    Reply<T> reply = new Reply<>();
    ask(reply, () -> complete(reply, () -> work.apply(counted.rest())));
    return reply;
  }

  /**
   * Has something done, as {@link #afterwards} does, when all parts before {@code part} have been
   * counted. That part must be held. Nothing more of the earlier parts is counted until the part is
   * {@linkplain #release released} or {@linkplain #reset reset}.
   */
  public <T> CompletableFuture<T> afterParts(
      int part, Function<Collection<StreamProfile>, T> work) {
    Reply<T> reply = new Reply<>();
    ask(
        reply,
        () ->
            wait(
                part,
                true,
                reply,
                () ->
                    complete(
                        reply,
                        () -> {
                          parts.freeze(part);
                          return work.apply(counted.rest());
                        })));
    return reply;
  }

  /**
   * Gives up the work that was asked for by {@link #afterParts} with this part, if it still waits:
   * its future fails with a {@link CancellationException}. The part stays held. From any thread.
   */
  public CompletableFuture<Void> giveUp(int part) {
    return atOnce(
        () -> {
          List<Later> over =
              later.stream().filter(one -> one.mayBeGivenUp() && one.below() == part).toList();
          later.removeAll(over);
          known = 0;
          over.forEach(one -> one.cancel("it was given up"));
        });
  }

  /**
   * Ends the activations of all parts before {@code part} when these parts have been counted. From
   * then on that part, which must be held, is counted together with them. From any thread.
   */
  public CompletableFuture<Void> conclude(int part) {
    Reply<Void> reply = new Reply<>();
    ask(
        reply,
        () ->
            wait(
                part,
                false,
                reply,
                () ->
                    complete(
                        reply,
                        () -> {
                          counted.endActivations();
                          parts.conclude(part);
                          parts.release(part);
                          return null;
                        })));
    return reply;
  }

  /**
   * Drops what was counted of the parts before {@code part}, because it has been reported, and
   * begins anew with that part. To be called after {@link #afterParts}; from any thread.
   */
  public CompletableFuture<Void> reset(int part) {
    return atOnce(
        () -> {
          counted.forget();
          parts.conclude(part);
          parts.release(part);
        });
  }

  private <T> void wait(int below, boolean mayBeGivenUp, Reply<T> reply, Runnable work) {
    Map<LeaseStream, StreamMark> marks = new LinkedHashMap<>();
    streams.get().forEach(stream -> marks.put(stream, stream.end(below)));
    later.add(new Later(below, mayBeGivenUp, marks, reply, work));
  }

  private CompletableFuture<Void> atOnce(Runnable work) {
    Reply<Void> reply = new Reply<>();
    ask(
        reply,
        () ->
            complete(
                reply,
                () -> {
                  work.run();
                  return null;
                }));
    return reply;
  }

  private void ask(Reply<?> reply, Runnable work) {
    asked.add(new Asked(reply, work));
    if (isOver) {
      refuseAll();
    } else {
      onAsked.run();
    }
  }

  /**
   * Refuses what is asked for from now on, and what wasn't done yet. The drain's thread calls this
   * at its end. Whoever asked would wait forever otherwise, so this needs no memory.
   */
  public void close() {
    isOver = true;
    refuseAll();
    while (!later.isEmpty()) {
      later.remove(later.size() - 1).reply().fail(over);
    }
  }

  private void refuseAll() {
    for (Asked one = asked.poll(); one != null; one = asked.poll()) {
      one.reply().fail(over);
    }
  }

  /** Returns whether any work waits, so that the drain has to go on. */
  boolean isWaiting() {
    return !later.isEmpty();
  }

  void beginPass() {
    betweenTurns();
    known = later.size();
    heldFrom = parts.heldFrom();
  }

  void betweenTurns() {
    for (Asked one = asked.poll(); one != null; one = asked.poll()) {
      try {
        one.work().run();
      } catch (RuntimeException | Error e) {
        // The failure is reported to whoever asked. The drain goes on.
        one.reply().fail(e);
      }
    }
  }

  /**
   * Ends a pass: does the work that doesn't have to wait any longer.
   *
   * @param foundNothing whether the pass has looked at everything, has found nothing to count, and
   *     no stream waits for another
   * @return whether any work that had waited was done
   */
  boolean endPass(boolean foundNothing) {
    int before = later.size();
    int mayBe = foundNothing ? known : 0;
    for (int at = 0; at < later.size(); at++) {
      Later next = later.get(at);
      // A pass reads nothing of a part that was held when the pass began, even if other work
      // released that part during the pass.
      boolean isFound = mayBe > 0 && next.below() == heldFrom;
      mayBe--;
      if (isFound || next.isDue()) {
        later.remove(at--);
        next.work().run();
      }
    }
    return later.size() < before;
  }

  /**
   * Releases all parts, unless work waits. Called when the target is dead, because then everything
   * that it has recorded is to be counted.
   */
  void end() {
    if (later.isEmpty()) {
      parts.releaseAll();
    }
  }

  private static <T> void complete(Reply<T> reply, Supplier<T> work) {
    try {
      reply.complete(work.get());
    } catch (RuntimeException | Error e) {
      reply.fail(e);
    }
  }
}
