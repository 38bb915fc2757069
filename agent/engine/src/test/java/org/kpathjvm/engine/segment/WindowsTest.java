package org.kpathjvm.engine.segment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.kpathjvm.engine.EngineSession;
import org.kpathjvm.engine.EngineSnapshot;
import org.kpathjvm.engine.counting.GramCounts;
import org.kpathjvm.engine.segment.ProfileOptions.Engine;
import org.kpathjvm.engine.segment.SimulatedTarget.Carrier;

/** A recording is cut, and what is counted is copied, while a target emits. */
class WindowsTest {
  private static final int RARELY = 60;

  /** What a recording is cut for. */
  private enum Kind {
    RESET,
    STOP,
    START,
    DUMP,
    DUMP_AND_RESET
  }

  @Property(tries = 150)
  void whatIsCountedIsWhatBruteForceSays(
      @ForAll Engine engine,
      @ForAll @IntRange(min = 1, max = 6) int k,
      @ForAll @IntRange(min = 1, max = 3) int workers,
      @ForAll @IntRange(min = 0, max = 2) int journals,
      @ForAll @IntRange(min = 12, max = 40) int blocks,
      @ForAll long seed)
      throws IOException {
    try (TestDirectory temporary = new TestDirectory()) {
      Path directory = temporary.path;
      Path kept = Files.createDirectory(directory.resolve("journals"));
      SegmentFixture segment = new SegmentFixture(directory.resolve("segment"), blocks, 0);
      segment.idCount(SimulatedProgram.IDS);
      EngineSession session = SessionResults.open(segment.path.toString(), k, engine, workers);
      if (journals > 0) {
        assertNull(session.keepJournals(kept.toString(), 1 << 30, journals > 1 ? 1 << 30 : 0));
      }
      session.start();
      SimulatedTarget target = new SimulatedTarget(segment);
      WindowModel model = new WindowModel(target, k);
      Random random = new Random(seed);
      Runnable between = () -> maybe(session, model, random);
      for (int thread = 0; thread < 3; thread++) {
        Carrier carrier = target.thread(false, 60 + random.nextInt(400));
        SimulatedProgram.callTree(carrier, random, random.nextInt(300), between);
      }
      List<Carrier> carriers =
          List.of(target.thread(true, 100), target.thread(true, 60), target.thread(true, 300));
      SimulatedProgram.virtualThreads(carriers, random, 6, random.nextInt(300), between);
      Map<List<Integer>, Long> expected = model.counts();
      assertEquals(expected, SessionResults.grams(snapshot(session)));
      if (journals > 0) {
        ProfileOptions options = new ProfileOptions(k, engine);
        EngineSession left =
            EngineSession.recover(
                segment.path.toString(), kept.toString(), options, EngineMemory.UNBOUNDED, workers);
        left.finish();
        assertNull(left.failure());
        assertEquals(expected, SessionResults.grams(left));
      }
      session.finish();
      assertNull(session.failure());
      assertEquals(expected, SessionResults.grams(session));
      long items =
          expected.entrySet().stream()
              .filter(gram -> gram.getKey().size() == 1)
              .mapToLong(Map.Entry::getValue)
              .sum();
      assertEquals(items, session.events());
    }
  }

  private static void maybe(EngineSession session, WindowModel model, Random random) {
    int what = random.nextInt(RARELY);
    if (what < Kind.values().length) {
      change(session, model, Kind.values()[what], random);
    } else if (what == Kind.values().length) {
      assertEquals(model.counts(), SessionResults.grams(snapshot(session)));
    }
  }

  /** As whoever controls a recording does it. */
  private static void change(EngineSession session, WindowModel model, Kind kind, Random random) {
    if (kind == Kind.STOP) {
      model.change(kind);
      return;
    }
    int part = session.hold();
    Map<List<Integer>, Long> before = model.counts();
    boolean isCut = model.change(kind);
    switch (kind) {
      case RESET -> session.dropUntil(part);
      case START -> {
        if (isCut) {
          session.conclude(part);
        } else {
          session.release(part);
        }
      }
      default -> {
        EngineSnapshot snapshot = session.snapshot(part);
        assertNull(snapshot.failure());
        assertEquals(before, SessionResults.grams(snapshot));
        if (kind == Kind.DUMP_AND_RESET) {
          session.tell(part);
        } else {
          session.release(part);
        }
      }
    }
  }

  private static EngineSnapshot snapshot(EngineSession session) {
    EngineSnapshot snapshot = session.look();
    assertNull(snapshot.failure());
    return snapshot;
  }

  /** Several threads count what a drain decodes. */
  @Property(tries = 100)
  void sharedCountingIsCutAndCopiedToo(
      @ForAll @IntRange(min = 2, max = 6) int k,
      @ForAll @IntRange(min = 2, max = 4) int threads,
      @ForAll long seed)
      throws IOException {
    try (TestDirectory temporary = new TestDirectory()) {
      Path directory = temporary.path;
      SegmentFixture segment = new SegmentFixture(directory.resolve("segment"), 60, 0);
      segment.idCount(SimulatedProgram.IDS);
      ProfileOptions options = new ProfileOptions(k, Engine.CONTEXTS);
      ProfileSet profiles = new ProfileSet(options, EngineMemory.of(1 << 30, 1));
      FailureLog failures = new FailureLog();
      SegmentReader reader = SegmentReader.open(segment.path.toString());
      StreamDrain drain = new StreamDrain(reader, profiles, failures, 0, 1);
      SimulatedTarget target = SimulatedTarget.withoutWaiting(segment);
      WindowModel model = new WindowModel(target, k);
      Random random = new Random(seed);
      Runnable between =
          () -> {
            if (random.nextInt(RARELY) == 0) {
              drain.share(threads);
            }
            for (int passes = random.nextInt(2); passes > 0; passes--) {
              drain.pass(false);
            }
            int what = random.nextInt(RARELY);
            if (what < Kind.DUMP_AND_RESET.ordinal()) {
              Kind kind = Kind.values()[what];
              int part = reader.latestPart() + 1;
              CompletableFuture<Void> held = drain.control().hold(part);
              drain.pass(false);
              assertTrue(held.isDone());
              boolean isCut = model.change(kind);
              if (kind == Kind.RESET) {
                drain.control().drop(part);
              } else if (kind == Kind.START && isCut) {
                drain.control().conclude(part);
              } else {
                drain.control().release(part);
              }
            } else if (what == Kind.values().length) {
              assertEquals(model.counts(), copied(drain, options));
            }
          };
      Carrier carrier = target.thread(false, 500);
      SimulatedProgram.callTree(carrier, random, random.nextInt(600), between);
      List<Carrier> carriers = List.of(target.thread(true, 400), target.thread(true, 300));
      SimulatedProgram.virtualThreads(carriers, random, 6, random.nextInt(300), between);
      assertEquals(model.counts(), copied(drain, options));
      drain.complete();
      assertNull(failures.text());
    }
  }

  private static Map<List<Integer>, Long> copied(StreamDrain drain, ProfileOptions options) {
    ProfileSet copies = new ProfileSet(options, EngineMemory.of(1 << 30, 1));
    CompletableFuture<Boolean> future =
        drain
            .control()
            .afterwards(
                profiles -> {
                  profiles.forEach(it -> copies.add(it.copy((asking, more) -> true)));
                  return true;
                });
    while (!future.isDone()) {
      drain.pass(false);
    }
    assertTrue(future.join());
    return SessionResults.gramsOf(copies);
  }

  /** A budget that has no room for a copy: the recording goes on, and loses nothing. */
  @Test
  void aCopyThatTakesTooMuchIsRefused() throws IOException {
    try (TestDirectory temporary = new TestDirectory()) {
      Path directory = temporary.path;
      SegmentFixture segment = new SegmentFixture(directory.resolve("segment"), 40, 0);
      segment.idCount(SimulatedProgram.IDS);
      EngineSession session =
          EngineSession.open(
              segment.path.toString(),
              new ProfileOptions(8, Engine.K_SF),
              16 * EngineMemory.SMALLEST_BYTES_PER_DRAIN,
              1);
      session.start();
      SimulatedTarget target = new SimulatedTarget(segment);
      Carrier thread = target.thread(false, 16_000);
      Random random = new Random(7);
      String refusal = null;
      while (refusal == null) {
        SimulatedProgram.callTree(thread, random, 2000);
        try {
          snapshot(session);
        } catch (IllegalStateException e) {
          refusal = e.getMessage();
        }
      }
      assertTrue(refusal.contains("bytes that it may take"), refusal);
      session.finish();
      assertTrue(session.statisticsJson().contains("\"folds\":0"), session.statisticsJson());
      assertNull(session.failure());
      long items = target.sequences().stream().mapToLong(List::size).sum();
      assertEquals(items, session.events());
    }
  }

  /** What is to be counted by brute force when that is changed while a target stands still. */
  private static final class WindowModel {
    private final SimulatedTarget target;
    private final int k;
    private final List<List<Integer>> lengths = new ArrayList<>();
    private final List<Kind> kinds = new ArrayList<>();
    private boolean isCounting = true;

    WindowModel(SimulatedTarget target, int k) {
      this.target = target;
      this.k = k;
    }

    /** Cuts the target, too; returns whether a part has begun. */
    boolean change(Kind kind) {
      boolean isStart = kind == Kind.START;
      if (kind == Kind.STOP) {
        target.stop();
      } else if (isStart || isCounting) {
        target.cut(kind != Kind.DUMP);
      }
      boolean isCut = isStart || isCounting && kind != Kind.STOP;
      isCounting = kind == Kind.STOP ? false : isCounting || isStart;
      if (kind != Kind.DUMP) {
        kinds.add(kind);
        lengths.add(target.sequences().stream().map(List::size).toList());
      }
      return isCut;
    }

    /** All n-grams that are counted now. */
    Map<List<Integer>, Long> counts() {
      GramCounts counts = new GramCounts(k);
      List<List<Integer>> sequences = target.sequences();
      for (int number = 0; number < sequences.size(); number++) {
        pieces(sequences.get(number), number).forEach(counts::add);
      }
      return new HashMap<>(counts.counts());
    }

    private List<List<Integer>> pieces(List<Integer> sequence, int number) {
      List<List<Integer>> pieces = new ArrayList<>();
      boolean isCounted = true;
      int from = 0;
      for (int at = 0; at < kinds.size(); at++) {
        int to = number < lengths.get(at).size() ? lengths.get(at).get(number) : 0;
        if (isCounted) {
          pieces.add(sequence.subList(from, to));
        }
        from = to;
        if (kinds.get(at) == Kind.RESET || kinds.get(at) == Kind.DUMP_AND_RESET) {
          pieces.clear();
        } else {
          isCounted = kinds.get(at) == Kind.START;
        }
      }
      if (isCounted) {
        pieces.add(sequence.subList(from, sequence.size()));
      }
      return pieces;
    }
  }

  /** A drain that sleeps finds it when it looks at once. */
  @Test
  void whoeverAsksWakesTheDrainWhenHeHasAsked() {
    List<String> done = new ArrayList<>();
    DrainControl.Counted counted =
        new DrainControl.Counted() {
          @Override
          public Collection<StreamProfile> rest() {
            return List.of();
          }

          @Override
          public void forget() {
            done.add("forgot");
          }

          @Override
          public void endActivations() {
            done.add("ended");
          }
        };
    DrainControl control = new DrainControl(List::of, counted);
    control.onAsked(() -> done.add("woken"));
    CompletableFuture<Void> hold = control.hold(1);
    CompletableFuture<Void> over = control.conclude(1);
    CompletableFuture<Integer> copy = control.afterwards(List::copyOf).thenApply(List::size);
    assertEquals(List.of("woken", "woken", "woken"), done);
    assertTrue(!hold.isDone() && !over.isDone() && !copy.isDone());
    control.onAsked(control::beginPass);
    assertTrue(control.hold(2).isDone() && hold.isDone());
    assertTrue(control.endPass(true));
    assertTrue(over.isDone() && copy.isDone());
    assertTrue(control.drop(2).isDone());
    assertEquals(List.of("woken", "woken", "woken", "ended", "forgot"), done);
    assertFalse(control.parts().isHeld(2));
  }
}
