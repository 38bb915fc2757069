package org.kpathjvm.engine.segment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.kpathjvm.engine.segment.ProfileOptions.Engine;
import org.kpathjvm.runtime.layout.PackedWord;
import org.kpathjvm.runtime.layout.StreamFormat;

/**
 * Tests late words. A cut divides a recording into two parts. If a probe is under way at the cut,
 * its words are written after the cut although they belong to the earlier part. Such words are
 * counted as separate sequences, in the window that begins with the cut. If the earlier part was
 * dropped, late words aren't counted. After a dump that doesn't reset the counts, late words are
 * counted as if there were no cut.
 */
class LateWordsTest {
  private static final ProfileOptions OPTIONS = new ProfileOptions(3, Engine.CONTEXTS);
  private static final int WORD_BYTES = StreamFormat.WORD_BYTES;

  @TempDir Path directory;

  private final FailureLog failures = new FailureLog();
  private SegmentFixture segment;
  private StreamDrain drain;

  /** The chunk that the thread of lease 0 writes to. */
  private int chunk;

  private int position;

  /** Activation 1 completes paths 1 and 2, and is still under way at the cut. */
  @BeforeEach
  void recordWithoutACut() {
    segment = new SegmentFixture(directory.resolve("segment"), 8, 0);
    segment.idCount(100);
    SegmentReader reader = SegmentReader.open(segment.path.toString());
    ProfileSet profiles = new ProfileSet(OPTIONS, EngineMemory.of(1 << 26, 1));
    drain = new StreamDrain(reader, profiles, failures, 0, 1);
    segment.newLease();
    begin(0, 0);
    write(StreamFormat.BEGIN, 1 << StreamFormat.SEQUENCE_BITS, 0, 1, 2);
    drain();
    assertEquals(2, drain.events());
  }

  private void begin(long sequence, int part) {
    chunk = segment.claim(segment.blockCount - 1);
    position = 0;
    segment.publishStream(chunk, 0, sequence, false, part);
  }

  /** Writes a record. The record's first word is written last. */
  private void write(int... words) {
    for (int at = words.length - 1; at >= 0; at--) {
      segment.word(chunk, position + at, words[at]);
    }
    position += words.length;
  }

  /** Lets the thread begin part 1, in which activation 2 completes paths 50 and 51. */
  private void enter() {
    segment.close(chunk, position * WORD_BYTES);
    begin(1, 1);
    write(StreamFormat.BEGIN, 2 << StreamFormat.SEQUENCE_BITS, 0, 50, -51);
  }

  private void drain() {
    while (drain.pass(false)) {
      // The loop goes on until there is nothing left.
    }
  }

  private void done(CompletableFuture<?> asked) {
    while (!asked.isDone()) {
      drain.pass(false);
    }
    asked.join();
  }

  /** Makes the cut as soon as the drain holds the next part. */
  private void cut() {
    done(drain.control().hold(1));
    segment.part(1);
  }

  private Map<List<Integer>, Long> counts() {
    ProfileSet copies = new ProfileSet(OPTIONS, EngineMemory.of(1 << 26, 1));
    CompletableFuture<Boolean> copied =
        drain
            .control()
            .afterwards(
                profiles -> {
                  profiles.forEach(it -> copies.add(it.copy((asking, more) -> true)));
                  return true;
                });
    done(copied);
    return SessionResults.gramsOf(copies);
  }

  private static Map<List<Integer>, Long> grams(List<?>... grams) {
    Map<List<Integer>, Long> counts = new HashMap<>();
    for (List<?> gram : grams) {
      counts.merge(gram.stream().map(Integer.class::cast).toList(), 1L, Long::sum);
    }
    return counts;
  }

  private static Map<List<Integer>, Long> sum(
      Map<List<Integer>, Long> one, Map<List<Integer>, Long> other) {
    Map<List<Integer>, Long> sum = new HashMap<>(one);
    other.forEach((gram, count) -> sum.merge(gram, count, Long::sum));
    return sum;
  }

  private static final Map<List<Integer>, Long> BEFORE =
      grams(List.of(1), List.of(2), List.of(1, 2));
  private static final Map<List<Integer>, Long> BEHIND =
      grams(List.of(50), List.of(51), List.of(50, 51));

  /** Words that a thread may be about to write when the cut is made. */
  private enum Late {
    A_PATH(grams(List.of(3)), 3),
    THE_LAST_PATH(grams(List.of(3)), -3),
    SEVERAL_PATHS(grams(List.of(3), List.of(4), List.of(3, 4)), 3, 4),
    THE_END_OF_A_SEQUENCE(Map.of(), StreamFormat.CLOSE),
    A_PATH_OF_AN_ACTIVATION_BELOW(
        grams(List.of(3)), StreamFormat.RESUME, 9 << StreamFormat.SEQUENCE_BITS | 1, 0, 3),
    A_NEW_ACTIVATION(grams(List.of(3)), StreamFormat.BEGIN, 8 << StreamFormat.SEQUENCE_BITS, 0, 3),
    A_WORD(
        grams(List.of(12), List.of(13), List.of(12, 13)),
        StreamFormat.PACKED + StreamFormat.PACKED_GOES_ON + 3,
        10,
        (int) ((PackedWord.empty(3) << 3 | 2) << 3 | 3),
        0),
    A_RUN(
        Map.of(List.of(12), 3L, List.of(12, 12), 2L, List.of(12, 12, 12), 1L),
        StreamFormat.RUN + 3,
        10,
        2,
        3);

    private final Map<List<Integer>, Long> counted;
    private final int[] words;

    Late(Map<List<Integer>, Long> counted, int... words) {
      this.counted = counted;
      this.words = words;
    }
  }

  /** A stop and a start end all activations, but keep what was counted before. */
  @ParameterizedTest
  @EnumSource
  void afterAStartALateWordIsCountedSeparately(Late late) {
    cut();
    done(drain.control().conclude(1));
    write(late.words);
    drain();
    assertEquals(sum(BEFORE, late.counted), counts());
    enter();
    assertEquals(sum(sum(BEFORE, late.counted), BEHIND), counts());
    assertNull(failures.text());
  }

  /**
   * Late words that are read in different passes don't make a sequence, because no state of a late
   * activation is kept after a pass.
   */
  @Test
  void lateWordsOfDifferentPassesMakeNoSequence() {
    cut();
    done(drain.control().conclude(1));
    write(3);
    drain();
    write(4);
    drain();
    write(-5);
    assertEquals(sum(BEFORE, grams(List.of(3), List.of(4), List.of(5))), counts());
    assertNull(failures.text());
  }

  /** A dropped word isn't read, and its chunk is given back. */
  @ParameterizedTest
  @EnumSource
  void afterAResetALateWordIsDropped(Late late) {
    cut();
    done(drain.control().drop(1));
    write(late.words);
    drain();
    assertEquals(Map.of(), counts());
    enter();
    assertEquals(BEHIND, counts());
    assertEquals(segment.blockCount - 1, segment.freeBlocks());
    assertNull(failures.text());
  }

  /** Between a dump's copy and its reset, nothing of the earlier part is read. */
  @ParameterizedTest
  @EnumSource
  void afterADumpWithResetALateWordIsInTheNextWindow(Late late) {
    cut();
    done(drain.control().afterParts(1, profiles -> true));
    write(late.words);
    drain();
    assertEquals(2, drain.events());
    done(drain.control().reset(1));
    assertEquals(late.counted, counts());
    enter();
    assertEquals(sum(late.counted, BEHIND), counts());
    assertNull(failures.text());
  }

  /**
   * A dump that doesn't reset the counts lets live activations go on, so a late word still belongs
   * to its activation.
   */
  @Test
  void afterAPlainDumpTheActivationGoesOn() {
    cut();
    done(drain.control().afterParts(1, profiles -> true));
    write(3);
    drain();
    assertEquals(2, drain.events());
    done(drain.control().release(1));
    assertEquals(sum(BEFORE, grams(List.of(3), List.of(2, 3), List.of(1, 2, 3))), counts());
    assertNull(failures.text());
  }

  /**
   * Without a cut, a path after the end of its activation is reported as damage. This shows that
   * the tests above can fail.
   */
  @Test
  void withoutACutAPathOfNoActivationIsDamage() {
    write(-3);
    drain();
    write(4);
    drain();
    assertTrue(failures.text().contains("a path that belongs to no activation"));
    assertFalse(counts().containsKey(List.of(4)));
  }
}
