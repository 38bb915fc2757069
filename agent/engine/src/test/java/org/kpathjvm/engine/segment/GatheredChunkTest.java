package org.kpathjvm.engine.segment;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.kpathjvm.engine.counting.FoldedContexts;
import org.kpathjvm.engine.counting.GramCounts;
import org.kpathjvm.engine.ipf.PathForestBuilder;
import org.kpathjvm.engine.segment.ProfileOptions.Engine;
import org.kpathjvm.engine.segment.SimulatedTarget.Carrier;
import org.kpathjvm.runtime.layout.StreamFormat;

/**
 * Checks that a chunk gives the same counts after its equal records have been gathered into one
 * record. The engine gathers the records of a chunk before it spills the chunk to the journal. Only
 * records that hold all paths of an activation are gathered.
 */
class GatheredChunkTest {
  private static final int BLOCKS = 4;

  @Property(tries = 60)
  void aGatheredChunkGivesTheSameCounts(
      @ForAll @IntRange(min = 2, max = 6) int k,
      @ForAll Engine engine,
      @ForAll @IntRange(min = 1, max = 500) int rounds,
      @ForAll long seed)
      throws IOException {
    try (TestDirectory directory = new TestDirectory()) {
      SegmentFixture segment = new SegmentFixture(directory.path.resolve("segment"), BLOCKS, 0);
      segment.idCount(SimulatedProgram.IDS);
      Carrier thread = SimulatedTarget.withoutWaiting(segment).thread(false, 16_000);
      Random random = new Random(seed);
      for (int round = 0; round < rounds && segment.freeBlocks() > 1; round++) {
        SimulatedProgram.callTree(thread, random, random.nextInt(20));
        SimulatedProgram.wholes(thread, random, random.nextInt(20));
      }
      thread.end();
      SegmentReader reader = SegmentReader.open(segment.path.toString());
      GatheredChunk gathered = new GatheredChunk();
      Counted before = new Counted(reader, k, engine);
      Counted after = new Counted(reader, k, engine);
      for (int block = BLOCKS - 1; block >= 0 && reader.finalBytes(block) > 0; block--) {
        int end = reader.finalBytes(block) / StreamFormat.WORD_BYTES;
        before.count(block, end);
        ByteBuffer words = gathered.read(reader, block, end);
        assertTrue(words.remaining() <= end * StreamFormat.WORD_BYTES);
        assertEquals(before.ofChunk, gathered.events());
        for (int at = 0; at < words.remaining(); at += StreamFormat.WORD_BYTES) {
          segment.memory().putInt(segment.block(block) + at, words.getInt(at));
        }
        after.count(block, words.remaining() / StreamFormat.WORD_BYTES);
      }
      assertEquals(before.grams(), after.grams());
      assertArrayEquals(before.figures(), after.figures());
    }
  }

  @Test
  void gatheringShrinksAChunkOfEqualRecords() throws IOException {
    try (TestDirectory directory = new TestDirectory()) {
      SegmentFixture segment = new SegmentFixture(directory.path.resolve("segment"), BLOCKS, 0);
      Carrier thread = SimulatedTarget.withoutWaiting(segment).thread(false, 16_000);
      SimulatedProgram.wholes(thread, new Random(1), 3000);
      thread.end();
      SegmentReader reader = SegmentReader.open(segment.path.toString());
      int end = reader.finalBytes(BLOCKS - 1) / StreamFormat.WORD_BYTES;
      ByteBuffer words = new GatheredChunk().read(reader, BLOCKS - 1, end);
      // There are 64 different records. Some are written more than once, because several records
      // compete for one place in the table.
      int most = end * StreamFormat.WORD_BYTES / 5;
      assertTrue(words.remaining() < most, words.remaining() + " bytes");
    }
  }

  @Property(tries = 200)
  void aDamagedChunkIsNotGathered(@ForAll @IntRange(max = 3) int kind, @ForAll long seed)
      throws IOException {
    try (TestDirectory directory = new TestDirectory()) {
      SegmentFixture segment = new SegmentFixture(directory.path.resolve("segment"), BLOCKS, 0);
      segment.idCount(SimulatedProgram.IDS);
      Carrier thread = SimulatedTarget.withoutWaiting(segment).thread(false, 400);
      Random random = new Random(seed);
      SimulatedProgram.wholes(thread, random, 1 + random.nextInt(50));
      thread.end();
      SegmentReader reader = SegmentReader.open(segment.path.toString());
      int block = BLOCKS - 1;
      int records = reader.finalBytes(block) / StreamFormat.PACKED_BYTES;
      int damaged = segment.block(block) + random.nextInt(records) * StreamFormat.PACKED_BYTES;
      int bits = StreamFormat.PACKED + StreamFormat.PACKED_WHOLE;
      int[] controls = {0, Integer.MIN_VALUE, bits, StreamFormat.CLOSE + 1};
      segment.memory().putInt(damaged, controls[kind]);
      int end = reader.finalBytes(block) / StreamFormat.WORD_BYTES;
      GatheredChunk gathered = new GatheredChunk();
      assertNull(gathered.read(reader, block, end));
      segment.memory().putInt(damaged, bits + StreamFormat.PACKED_LAST + 5);
      // The object has kept nothing of the damaged chunk.
      assertTrue(gathered.read(reader, block, end).hasRemaining());
      assertEquals(3 * records, gathered.events());
      assertNull(gathered.read(reader, block, end - 1));
    }
  }

  private static final class Counted {
    private final int k;
    private final StreamCounts counts = new StreamCounts();
    private final WordDecoder decoder;
    private final StreamProfile profile;
    private final ActivationCursor cursor;
    private long ofChunk;

    Counted(SegmentReader reader, int k, Engine engine) {
      this.k = k;
      decoder = new WordDecoder(new BlockLedger(reader), counts);
      profile = new StreamProfile(new ProfileOptions(k, engine), false, 0);
      cursor = new ActivationCursor(profile);
    }

    void count(int block, int end) {
      long before = counts.events();
      try {
        decoder.decode(block, 0, end, end, false, profile, cursor, false);
      } catch (StreamDamage e) {
        throw new AssertionError(e);
      }
      ofChunk = counts.events() - before;
    }

    Map<?, Long> grams() {
      decoder.complete();
      profile.endActivations();
      profile.sequences().settle(new FoldedContexts(k));
      return GramCounts.of(PathForestBuilder.build(profile.sequences(), k));
    }

    long[] figures() {
      return new long[] {
        counts.events(), counts.begun(), counts.resumed(), counts.ended(), counts.closed()
      };
    }
  }
}
