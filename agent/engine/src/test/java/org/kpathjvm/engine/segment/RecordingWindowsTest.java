package org.kpathjvm.engine.segment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
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
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.kpathjvm.engine.EngineSession;
import org.kpathjvm.engine.EngineSnapshot;
import org.kpathjvm.engine.counting.GramCounts;
import org.kpathjvm.engine.journal.JournalLimits;
import org.kpathjvm.engine.segment.ProfileOptions.Engine;
import org.kpathjvm.engine.segment.SimulatedTarget.Activation;
import org.kpathjvm.engine.segment.SimulatedTarget.Carrier;

/** Tests cuts of a recording, and copies of its counts, while a target emits. */
class RecordingWindowsTest {
  private static final int RARELY = 60;

  private enum Kind {
    RESET,
    STOP,
    START,
    DUMP,
    DUMP_AND_RESET
  }

  @Property(tries = 150)
  void countsAgreeWithBruteForce(
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
      assertEquals(model.items(), session.events());
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

  /** Changes the recording in the same steps as the launcher. */
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
    assertEquals(0, snapshot.uncountedBytes());
    assertNull(snapshot.failure());
    return snapshot;
  }

  /** Several threads count what a drain decodes. */
  @Property(tries = 100)
  void sharedCountingAgreesWithBruteForce(
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

  /** The engine is so slow that most of the data is spilled before it is counted. */
  @Property(tries = 400)
  void whatWasSpilledIsCutToo(
      @ForAll @IntRange(min = 1, max = 5) int k,
      @ForAll @IntRange(min = 1, max = 3) int drains,
      @ForAll @IntRange(min = 1, max = 3) int counting,
      @ForAll @IntRange(min = 0, max = 2) int journals,
      @ForAll @IntRange(min = 1, max = 3) int chunksPerTurn,
      @ForAll long seed)
      throws IOException {
    try (TestDirectory temporary = new TestDirectory()) {
      SegmentFixture segment =
          new SegmentFixture(temporary.path.resolve("segment"), SlowEngine.BLOCKS, 0);
      segment.idCount(SimulatedProgram.IDS);
      Path kept = Files.createDirectory(temporary.path.resolve("journals"));
      long journalBytes = List.of(0L, 40_000L, 1L << 40).get(journals);
      SimulatedTarget target = SimulatedTarget.withoutWaiting(segment);
      Random random = new Random(seed);
      WindowModel model = new WindowModel(target, k);
      SlowEngine engine =
          new SlowEngine(segment, kept, journalBytes, drains, k, chunksPerTurn, model, random);
      engine.share(counting);
      List<Carrier> threads = new ArrayList<>();
      List<Carrier> carriers = new ArrayList<>();
      for (int thread = 0; thread < 3; thread++) {
        threads.add(target.thread(false, 20 + random.nextInt(40)));
        carriers.add(target.thread(true, 20 + random.nextInt(40)));
      }
      for (int round = random.nextInt(40); round > 0; round--) {
        Carrier thread = threads.get(random.nextInt(threads.size()));
        SimulatedProgram.callTree(thread, random, random.nextInt(40), engine::between);
        SimulatedProgram.virtualThreads(carriers, random, 4, random.nextInt(8), engine::between);
      }
      engine.checkAllIsCounted();
      if (journals == 2) {
        ProfileOptions options = new ProfileOptions(k, Engine.CONTEXTS);
        EngineSession left =
            EngineSession.recover(
                segment.path.toString(), kept.toString(), options, EngineMemory.UNBOUNDED, drains);
        left.finish();
        assertNull(left.failure());
        if (k > 1) {
          assertEquals(model.counts(), SessionResults.grams(left));
        }
        assertEquals(model.items(), left.events());
      }
      engine.finish();
      assertEquals(target.stored(), engine.emitted());
    }
  }

  /**
   * An engine whose drains run in the target's own thread. They get the same requests as the drains
   * of a real recording.
   */
  private static final class SlowEngine {
    static final int BLOCKS = 40;
    private static final int FREE_BLOCKS = 12;
    private static final long PATIENCE_NANOS = 20_000_000_000L;

    private final SegmentFixture segment;
    private final FailureLog failures = new FailureLog();
    private final SegmentReader reader;
    private final CounterLedger ledger;
    private final ProfileOptions options;
    private final List<StreamDrain> drains = new ArrayList<>();
    private final WindowModel model;
    private final Random random;
    private Dump dump;

    /** A dump that waits until everything before its part is counted. */
    private record Dump(
        int part,
        boolean resets,
        int change,
        Map<List<Integer>, Long> expected,
        List<CompletableFuture<List<StreamProfile>>> copies) {}

    SlowEngine(
        SegmentFixture segment,
        Path journals,
        long journalBytes,
        int drainCount,
        int k,
        int chunksPerTurn,
        WindowModel model,
        Random random)
        throws IOException {
      this.segment = segment;
      this.model = model;
      this.random = random;
      options = new ProfileOptions(k, Engine.CONTEXTS);
      ProfileSet profiles = new ProfileSet(options, EngineMemory.of(1 << 30, drainCount));
      reader = SegmentReader.open(segment.path.toString());
      ledger = new CounterLedger(reader, failures);
      for (int number = 0; number < drainCount; number++) {
        StreamDrain drain = new StreamDrain(reader, profiles, failures, number, drainCount);
        drain.keepJournal(journals, new JournalLimits(journalBytes, Long.MAX_VALUE));
        drain.shortenTurns(chunksPerTurn);
        drains.add(drain);
      }
    }

    void share(int threads) {
      drains.forEach(drain -> drain.share(threads));
    }

    private void pass() {
      drains.forEach(drain -> drain.pass(false));
      if (dump != null && dump.copies.stream().allMatch(CompletableFuture::isDone)) {
        check(dump);
      }
    }

    /** Asks every drain for work that takes one pass, and makes that pass. */
    private void ask(Function<DrainControl, CompletableFuture<Void>> work) {
      List<CompletableFuture<Void>> asked =
          drains.stream().map(drain -> work.apply(drain.control())).toList();
      drains.forEach(drain -> drain.pass(false));
      assertTrue(asked.stream().allMatch(CompletableFuture::isDone));
    }

    void makeRoom() {
      while (segment.freeBlocks() < FREE_BLOCKS) {
        pass();
      }
    }

    /** Runs before each probe. */
    void between() {
      makeRoom();
      if (random.nextInt(30) == 0) {
        pass();
      }
      int what = random.nextInt(RARELY);
      if (what >= Kind.values().length) {
        return;
      }
      Kind kind = Kind.values()[what];
      if (kind == Kind.STOP) {
        model.change(kind);
      } else if (dump != null) {
        if (random.nextInt(3) == 0) {
          giveUpDump();
        }
      } else {
        change(kind);
      }
    }

    /** Changes the recording in the same steps as the launcher. */
    private void change(Kind kind) {
      int part = reader.latestPart() + 1;
      ask(control -> control.hold(part));
      Map<List<Integer>, Long> before = model.counts();
      int change = model.changes();
      boolean isCut = model.change(kind);
      if (kind == Kind.RESET) {
        ledger.drop(part);
        ask(control -> control.drop(part));
      } else if (kind == Kind.START) {
        if (isCut) {
          drains.forEach(drain -> drain.control().conclude(part));
        } else {
          ask(control -> control.release(part));
        }
      } else {
        List<CompletableFuture<List<StreamProfile>>> copies =
            drains.stream()
                .map(drain -> drain.control().afterParts(part, SlowEngine::copies))
                .toList();
        dump = new Dump(part, kind == Kind.DUMP_AND_RESET, change, before, copies);
      }
    }

    private static List<StreamProfile> copies(Collection<StreamProfile> profiles) {
      return profiles.stream().map(it -> it.copy((asking, more) -> true)).toList();
    }

    private void giveUpDump() {
      Dump over = dump;
      dump = null;
      ask(control -> control.giveUp(over.part));
      if (over.resets) {
        model.dropNothingAt(over.change);
        drains.forEach(drain -> drain.control().conclude(over.part));
      } else {
        ask(control -> control.release(over.part));
      }
    }

    private void check(Dump done) {
      dump = null;
      ProfileSet copies = new ProfileSet(options, EngineMemory.of(1 << 30, 1));
      done.copies.forEach(copy -> copy.join().forEach(copies::add));
      if (options.k() > 1) {
        assertEquals(done.expected, SessionResults.gramsOf(copies));
      }
      if (done.resets) {
        ledger.tell(new CounterValues(), done.part);
        ask(control -> control.reset(done.part));
      } else {
        ask(control -> control.release(done.part));
      }
    }

    /** Checks that everything is counted in the end, and that a last dump is completed. */
    void checkAllIsCounted() {
      long last = System.nanoTime() + PATIENCE_NANOS;
      long expected = model.items();
      while ((events() != expected || dump != null) && System.nanoTime() - last < 0) {
        pass();
        // A dump with a reset drops what it has reported.
        expected = model.items();
      }
      assertNull(failures.text());
      assertEquals(expected, events());
      assertNull(dump);
      change(Kind.DUMP);
      while (dump != null && System.nanoTime() - last < 0) {
        pass();
      }
      assertNull(dump);
    }

    private long events() {
      return drains.stream().mapToLong(StreamDrain::events).sum();
    }

    long emitted() {
      return drains.stream().mapToLong(StreamDrain::emitted).sum();
    }

    void finish() {
      for (StreamDrain drain : drains) {
        while (drain.pass(true)) {
          // The loop goes on until nothing is left.
        }
        drain.complete();
      }
      assertNull(failures.text());
      assertEquals(model.items(), events());
      assertEquals(0, drains.stream().mapToLong(StreamDrain::backlogBytes).sum());
    }
  }

  /**
   * While nothing is recorded, no part begins. So the same part is held for the dump and, later,
   * for the start.
   */
  @Test
  void aStartIsHeldWhenADumpBeforeItWasGivenUp() throws IOException {
    // Each round makes one more pass than the round before it, and then gives the dump up. In the
    // last round, the passes complete the dump, so it isn't given up.
    boolean waits = true;
    for (int passes = 0; waits; passes++) {
      try (TestDirectory temporary = new TestDirectory()) {
        SegmentFixture segment =
            new SegmentFixture(temporary.path.resolve("segment"), SlowEngine.BLOCKS, 0);
        segment.idCount(SimulatedProgram.IDS);
        SimulatedTarget target = SimulatedTarget.withoutWaiting(segment);
        WindowModel model = new WindowModel(target, 3);
        Random random = new Random(11);
        SlowEngine engine =
            new SlowEngine(segment, temporary.path, 1 << 20, 1, 3, 2, model, random);
        Carrier thread = target.thread(false, 30);
        SimulatedProgram.callTree(thread, random, 50);
        model.change(Kind.STOP);
        engine.change(Kind.DUMP_AND_RESET);
        for (int pass = 0; pass < passes; pass++) {
          engine.pass();
        }
        waits = engine.dump != null;
        if (waits) {
          engine.giveUpDump();
        }
        engine.change(Kind.START);
        // The activation's words fill several chunks.
        Activation activation = new Activation();
        for (int step = 0; step < 100; step++) {
          engine.makeRoom();
          thread.emit(activation, 1 + step % 7);
        }
        engine.checkAllIsCounted();
        engine.finish();
      }
    }
  }

  /** The dump is given up because nobody wants it any more. The next dump has everything. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void afterADumpThatWasGivenUpTheNextIsExact(boolean resets) throws Exception {
    try (TestDirectory temporary = new TestDirectory()) {
      SegmentFixture segment = new SegmentFixture(temporary.path.resolve("segment"), 60, 0);
      segment.idCount(SimulatedProgram.IDS);
      int k = 4;
      EngineSession session = SessionResults.open(segment.path.toString(), k, Engine.CONTEXTS, 2);
      SimulatedTarget target = new SimulatedTarget(segment);
      WindowModel model = new WindowModel(target, k);
      Random random = new Random(5);
      List<Carrier> threads = List.of(target.thread(false, 90), target.thread(false, 60));
      Runnable emit =
          () -> threads.forEach(thread -> SimulatedProgram.callTree(thread, random, 150));
      emit.run();
      // The drains don't run yet, so the dump is given up before anything is counted for it.
      CompletableFuture<Integer> held = waiting(session::hold);
      int change = model.changes();
      model.change(resets ? Kind.DUMP_AND_RESET : Kind.DUMP);
      emit.run();
      CompletableFuture<EngineSnapshot> dump = waiting(() -> session.snapshot(1));
      CompletableFuture<Boolean> over =
          waiting(
              () -> {
                session.giveUp(1);
                return true;
              });
      session.start();
      assertEquals(1, held.join());
      assertTrue(over.join());
      assertThrows(CancellationException.class, () -> dump.get(60, TimeUnit.SECONDS));
      if (resets) {
        model.dropNothingAt(change);
        session.conclude(1);
      } else {
        session.release(1);
      }
      emit.run();
      for (Kind kind : List.of(Kind.DUMP, Kind.DUMP_AND_RESET, Kind.DUMP)) {
        change(session, model, kind, random);
        emit.run();
      }
      session.finish();
      assertNull(session.failure());
      assertEquals(model.counts(), SessionResults.grams(session));
      assertEquals(model.items(), session.events());
    }
  }

  /**
   * Lets a new thread do work that waits for drains, which don't run yet. As soon as the thread
   * waits or has ended, returns a future of the work's result.
   */
  private static <T> CompletableFuture<T> waiting(Supplier<T> work) {
    CompletableFuture<T> result = new CompletableFuture<>();
    Thread thread =
        new Thread(
            () -> {
              try {
                result.complete(work.get());
              } catch (RuntimeException | Error e) {
                result.completeExceptionally(e);
              }
            });
    thread.setDaemon(true);
    thread.start();
    while (thread.getState() != Thread.State.WAITING && !result.isDone()) {
      Thread.onSpinWait();
    }
    return result;
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

  /** The memory has no room for a copy. The recording goes on, and loses nothing. */
  @Test
  void aCopyThatTakesTooMuchMemoryIsRefused() throws IOException {
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
      assertTrue(refusal.contains("MiB, the part of the engine's memory for copies"), refusal);
      session.finish();
      assertTrue(session.statisticsJson().contains("\"folds\":0"), session.statisticsJson());
      assertNull(session.failure());
      long items = target.sequences().stream().mapToLong(List::size).sum();
      assertEquals(items, session.events());
    }
  }

  /**
   * Computes by brute force what should be counted. Changes are made only while the target stands
   * still.
   */
  private static final class WindowModel {
    private final SimulatedTarget target;
    private final int k;
    private final List<List<Integer>> lengths = new ArrayList<>();
    private final List<Kind> kinds = new ArrayList<>();
    private boolean isCounting = true;

    /**
     * For each change in {@link #kinds}, whether a part began at the change. Dumps without a reset
     * are in neither list.
     */
    private final List<Boolean> cuts = new ArrayList<>();

    WindowModel(SimulatedTarget target, int k) {
      this.target = target;
      this.k = k;
    }

    /**
     * Makes a change, and cuts the target's recording if the change needs a cut. Returns whether a
     * part has begun.
     */
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
        cuts.add(isCut);
        lengths.add(target.sequences().stream().map(List::size).toList());
      }
      return isCut;
    }

    int changes() {
      return kinds.size();
    }

    /**
     * Notes that a change that was to reset the counts didn't reset them. A part may have begun at
     * this change nevertheless.
     */
    void dropNothingAt(int change) {
      kinds.set(change, cuts.get(change) ? Kind.START : Kind.STOP);
    }

    /** Returns the number of completed paths that are counted now. */
    long items() {
      return counts().entrySet().stream()
          .filter(gram -> gram.getKey().size() == 1)
          .mapToLong(Map.Entry::getValue)
          .sum();
    }

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

  /** A drain that looks for requests as soon as it is woken finds the request. */
  @Test
  void aRequestIsVisibleBeforeTheDrainWakes() {
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
