package org.kpathjvm.engine.segment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.kpathjvm.engine.EngineSession;
import org.kpathjvm.engine.segment.ProfileOptions.Engine;
import org.kpathjvm.engine.segment.SimulatedTarget.Activation;
import org.kpathjvm.engine.segment.SimulatedTarget.Carrier;
import org.kpathjvm.runtime.layout.SegmentLayout;

/** Tests segments that were never drained, and are read after the target has died. */
class KeptSegmentTest {
  private static final int BLOCKS = 200;

  @Property(tries = 150)
  void platformThreadsAreCounted(
      @ForAll @IntRange(min = 1, max = 12) int k,
      @ForAll @IntRange(min = 1, max = 3) int workers,
      @ForAll Engine engine,
      @ForAll long seed)
      throws IOException {
    Random random = new Random(seed);
    inSegment(
        SegmentLayout.FLAG_KEEP,
        segment -> {
          SimulatedTarget target = new SimulatedTarget(segment);
          for (int thread = random.nextInt(3); thread >= 0; thread--) {
            SimulatedProgram.callTree(
                target.thread(false, 40 + random.nextInt(300)), random, random.nextInt(800));
          }
          for (int reading = 0; reading < 2; reading++) {
            EngineSession session =
                EngineSession.open(
                    segment.path.toString(),
                    new ProfileOptions(k, engine),
                    EngineMemory.UNBOUNDED,
                    workers);
            session.finish();
            SessionResults.check(session, k, target);
          }
        });
  }

  @Property(tries = 150)
  void virtualThreadsAreCounted(
      @ForAll @IntRange(min = 1, max = 8) int k,
      @ForAll @IntRange(min = 1, max = 4) int carriers,
      @ForAll @IntRange(min = 1, max = 20) int virtualThreads,
      @ForAll @IntRange(min = 1, max = 2) int workers,
      @ForAll Engine engine,
      @ForAll long seed)
      throws IOException {
    Random random = new Random(seed);
    inSegment(
        SegmentLayout.FLAG_KEEP,
        segment -> {
          SimulatedTarget target = new SimulatedTarget(segment);
          List<Carrier> threads =
              IntStream.range(0, carriers).mapToObj(at -> target.thread(true, 500)).toList();
          SimulatedProgram.virtualThreads(threads, random, virtualThreads, 800);
          SimulatedProgram.callTree(target.thread(false, 100), random, 100);
          EngineSession session = SessionResults.open(segment.path.toString(), k, engine, workers);
          session.finish();
          SessionResults.check(session, k, target);
          EngineSession uncounted =
              EngineSession.open(
                  segment.path.toString(), ProfileOptions.NOTHING, EngineMemory.UNBOUNDED, workers);
          uncounted.finish();
          assertEquals(null, uncounted.failure());
          assertEquals(session.events(), uncounted.events());
          assertEquals(session.counters(), uncounted.counters());
          assertEquals(0, uncounted.forest().counts().capacity());
        });
  }

  @Property(tries = 250)
  void theTargetMayBeKilledAtAnyStore(
      @ForAll @IntRange(min = 1, max = 5) int k,
      @ForAll @IntRange(min = 0, max = 3000) int stores,
      @ForAll boolean kept,
      @ForAll long seed)
      throws IOException {
    Random random = new Random(seed);
    inSegment(
        kept ? SegmentLayout.FLAG_KEEP : 0,
        segment -> {
          SimulatedTarget target = new SimulatedTarget(segment);
          List<Carrier> carriers = List.of(target.thread(true, 60), target.thread(true, 200));
          Carrier thread = target.thread(false, 100);
          segment.killAfter(stores);
          try {
            while (true) {
              SimulatedProgram.virtualThreads(carriers, random, 3, 10);
              SimulatedProgram.callTree(thread, random, 20);
            }
          } catch (SegmentFixture.Killed killed) {
            EngineSession session =
                SessionResults.open(segment.path.toString(), k, Engine.CONTEXTS, 2);
            session.finish();
            SessionResults.check(session, k, target);
          }
        });
  }

  @Test
  void aResumeWithoutPredecessorIsDamage() throws IOException {
    for (boolean carrier : new boolean[] {false, true}) {
      inSegment(
          SegmentLayout.FLAG_KEEP,
          segment -> {
            SimulatedTarget target = new SimulatedTarget(segment);
            Carrier lost = target.thread(carrier, 100);
            Activation activation = new Activation();
            activation.value = 7L << 24;
            lost.emit(activation, 1);
            Carrier good = target.thread(carrier, 100);
            good.exit(new Activation(), 2);
            EngineSession session =
                SessionResults.open(segment.path.toString(), 2, Engine.CONTEXTS, 1);
            session.finish();
            assertNotNull(session.failure());
            assertTrue(session.failure().contains("lease 0"), session.failure());
            assertEquals(java.util.Map.of(List.of(2), 1L), SessionResults.grams(session));
            segment.targetState(SegmentLayout.TARGET_ENDED_EARLY);
            session = SessionResults.open(segment.path.toString(), 2, Engine.CONTEXTS, 1);
            session.finish();
            assertEquals(carrier, session.failure() == null);
          });
    }
  }

  @Test
  void countsAndStatisticsFollowAnActivationThatMoves() throws IOException {
    inSegment(
        SegmentLayout.FLAG_KEEP,
        segment -> {
          SimulatedTarget target = new SimulatedTarget(segment);
          Carrier first = target.thread(true, 16000);
          Carrier second = target.thread(true, 16000);
          Activation moving = new Activation();
          for (int move = 0; move < 2000; move++) {
            (move % 2 == 0 ? first : second).emit(moving, 1 + move % 3);
          }
          EngineSession session = SessionResults.open(segment.path.toString(), 6, Engine.K_SF, 1);
          session.finish();
          SessionResults.check(session, 6, target);
          String statistics = session.statisticsJson();
          assertTrue(statistics.contains("\"resumed\":1999,"), statistics);
          assertTrue(statistics.contains("\"root_finds\":400,"), statistics);
          assertTrue(statistics.contains("\"unfinished\":1,"), statistics);
        });
  }

  /**
   * Only a limited number of threads have a forest of their own. All further threads of a drain
   * share one forest.
   */
  @Test
  void manyThreadsShareAForest() throws IOException {
    inSegment(
        SegmentLayout.FLAG_KEEP,
        segment -> {
          SimulatedTarget target = new SimulatedTarget(segment);
          for (int lease = 0; lease < 250; lease++) {
            segment.newLease();
          }
          Random random = new Random(5);
          for (int thread = 0; thread < 20; thread++) {
            SimulatedProgram.callTree(target.thread(false, 100), random, 60);
          }
          EngineSession session = SessionResults.open(segment.path.toString(), 4, Engine.K_SF, 2);
          session.finish();
          SessionResults.check(session, 4, target);
          assertTrue(session.statisticsJson().contains("\"ksf_forests\":8,"));
        });
  }

  interface Body {
    void accept(SegmentFixture segment);
  }

  static void inSegment(int flags, Body body) throws IOException {
    Path file = Files.createTempFile("kpath-test", ".segment");
    try {
      SegmentFixture segment = new SegmentFixture(file, BLOCKS, flags);
      segment.idCount(SimulatedProgram.IDS);
      body.accept(segment);
    } finally {
      Files.delete(file);
    }
  }
}
