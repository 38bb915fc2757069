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
 * Receives the requests of other threads to a running drain. Any thread may call the methods that
 * return a future. The drain's thread does the requested work between the turns of two streams.
 * Some work waits until all words that were emitted before the request, or all parts before a
 * certain part, have been counted. Chunks of held parts ({@link DrainParts}) aren't counted until
 * the parts are released.
 */
public final class DrainControl {
  private static final String OVER = "the engine no longer reads the recording";

  interface Counted {
    /** Waits until all decoded paths have been counted. Returns the drain's profiles. */
    Collection<StreamProfile> rest();

    /** Drops all counts, and the positions of all activations that are under way. */
    void forget();

    /** Ends all activations that are under way. */
    void endActivations();
  }

  private final Supplier<List<LeaseStream>> streams;
  private final Counted counted;
  private final Queue<Asked> asked = new ConcurrentLinkedQueue<>();
  private final List<Later> later = new ArrayList<>();
  private final DrainParts parts = new DrainParts(() -> !asked.isEmpty());
  private Runnable onAsked = () -> {};

  /** Whether the drain's thread has ended. Then requests are refused. */
  private volatile boolean isOver;

  /** The number of elements that {@link #later} had when the pass began. */
  private int known;

  /** The first part that was held when the pass began. */
  private int heldFrom;

  /**
   * The failure of requests that come too late. Created in advance, because the heap may be full
   * later.
   */
  private final CancellationException over = new CancellationException(OVER);

  /** Requested work, and the future of the thread that asked. */
  private record Asked(Reply<?> reply, Runnable work) {}

  /**
   * Work that waits until each stream has been read up to a mark. The mark is the position in the
   * stream where the parts below {@code below} end. If {@code mayBeGivenUp} is false, {@link
   * #giveUp} doesn't give the work up, because the work concludes parts.
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

    /** Makes the work's future fail. This call itself never fails. */
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
   * A future that can report a failure even if the heap is full. Without the report, the thread
   * that waits for the work would wait forever.
   */
  private static final class Reply<T> extends CompletableFuture<T> {
    /** The failure if memory was too short for {@link #completeExceptionally}; else null. */
    private volatile Throwable failure;

    /** Makes the future fail. This call itself never fails. */
    void fail(Throwable why) {
      try {
        completeExceptionally(why);
      } catch (OutOfMemoryError full) {
        // Completing a future with null takes no memory.
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
   * @param streams returns the drain's streams
   */
  DrainControl(Supplier<List<LeaseStream>> streams, Counted counted) {
    this.streams = streams;
    this.counted = counted;
  }

  /**
   * Sets an action that wakes the drain when there is a request. Call this before the drain's
   * thread is started.
   */
  public void onAsked(Runnable wake) {
    onAsked = wake;
  }

  /**
   * Notes that the parts below {@code firstPart} were dropped during the recording. Call this
   * before the first pass.
   */
  public void begin(int firstPart) {
    parts.drop(firstPart);
  }

  DrainParts parts() {
    return parts;
  }

  /**
   * Holds a part: chunks of this part and of later parts wait until the part is {@linkplain
   * #release released}, or the earlier parts are {@linkplain #drop dropped} or {@linkplain
   * #conclude concluded}. Call this before the part begins. A part that is held twice must be
   * released twice.
   */
  public CompletableFuture<Void> hold(int part) {
    return atOnce(() -> parts.hold(part));
  }

  /**
   * Releases a held part. The part's chunks are counted together with the chunks of earlier parts.
   */
  public CompletableFuture<Void> release(int part) {
    return atOnce(() -> parts.release(part));
  }

  /** Drops all parts before {@code part}, both counted and uncounted. */
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
   * Requests work that is done when all words that were emitted before this call have been counted.
   * The profiles don't change while the work is done. If the work fails, the future fails.
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

  /** Requests work on the present counts. */
  public <T> CompletableFuture<T> atOnce(Function<Collection<StreamProfile>, T> work) {
    Reply<T> reply = new Reply<>();
    ask(reply, () -> complete(reply, () -> work.apply(counted.rest())));
    return reply;
  }

  /**
   * Does what {@link #afterwards} does, but the work is done when all parts before {@code part}
   * have been counted. {@code part} must be held. Once the work is done, the counts of the earlier
   * parts don't change until {@code part} is {@linkplain #release released} or {@linkplain #reset
   * reset}.
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
   * Gives up the work that {@link #afterParts} requested for this part, if the work is still
   * waiting. The work's future fails with a {@link CancellationException}. The part stays held.
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
   * then on, {@code part} is counted together with the earlier parts. {@code part} must be held.
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
   * Drops the counts of the parts before {@code part}, because they have been reported. Counting
   * begins again with {@code part}. Must be called after {@link #afterParts}.
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
   * Makes all waiting and later requests fail. The drain's thread calls this at its end. This call
   * needs no memory, so no thread waits forever for its request even if the heap is full.
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

  /** Returns whether any work is waiting, so that the drain must go on. */
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
        // Only the thread that asked learns of the failure. The drain goes on.
        one.reply().fail(e);
      }
    }
  }

  /**
   * Ends a pass, and does the work that needn't wait any longer.
   *
   * @param foundNothing whether the pass has looked at all blocks and found nothing to count, and
   *     no stream is waiting for another stream
   * @return whether any waiting work was done
   */
  boolean endPass(boolean foundNothing) {
    int before = later.size();
    int mayBe = foundNothing ? known : 0;
    for (int at = 0; at < later.size(); at++) {
      Later next = later.get(at);
      // A pass that found nothing has read everything before part heldFrom, the first part that was
      // held when the pass began.
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
   * Releases all parts, unless there is waiting work. Called when the target is dead: all recorded
   * data must be counted then.
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
