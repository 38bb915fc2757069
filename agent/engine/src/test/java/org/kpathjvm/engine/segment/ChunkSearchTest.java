package org.kpathjvm.engine.segment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests which chunks a search of the segment finds. Usually the clock decides when a search is due,
 * so the tests force each search.
 */
class ChunkSearchTest {
  private static final int BLOCKS = 6;

  @TempDir Path directory;

  private final List<Integer> examined = new ArrayList<>();
  private final BitSet used = new BitSet();
  private final List<LeaseStream> streams = new ArrayList<>();
  private SegmentReader reader;
  private ChunkSearch search;

  @BeforeEach
  void open() {
    SegmentFixture segment = new SegmentFixture(directory.resolve("segment"), BLOCKS, 0);
    reader = SegmentReader.open(segment.path.toString());
    search =
        new ChunkSearch(
            block -> {
              examined.add(block);
              return used.get(block);
            },
            reader);
  }

  private LeaseStream stream(int lease) {
    BlockLedger blocks = new BlockLedger(reader);
    return new LeaseStream(
        blocks,
        new WordDecoder(blocks, new StreamCounts()),
        lease,
        false,
        new StreamProfile(ProfileOptions.NOTHING, false, lease),
        new DrainParts(() -> false),
        new FailureLog());
  }

  @Test
  void allBlocksAreExaminedInOrder() {
    assertFalse(search.look(streams, true));
    assertTrue(search.lookedAtAll());
    assertEquals(List.of(0, 1, 2, 3, 4, 5), examined);
  }

  @Test
  void thePeakIsTheMaximumOfAllSearches() {
    used.set(1, 5);
    search.look(streams, true);
    used.clear();
    used.set(2);
    search.look(streams, true);
    assertEquals(4, search.peakBlocks());
  }

  @Test
  void aNewStreamCountsAsFound() {
    search =
        new ChunkSearch(
            block -> {
              if (block == 3) {
                streams.add(stream(streams.size()));
              }
              return false;
            },
            reader);
    assertTrue(search.look(streams, true));
  }

  @Test
  void aWantedChunkCountsAsFound() {
    LeaseStream wanting = stream(0);
    streams.add(wanting);
    search =
        new ChunkSearch(
            block -> {
              if (block == 3) {
                wanting.offer(0, block, false);
              }
              return false;
            },
            reader);
    assertTrue(search.look(streams, true));
  }

  @Test
  void aChunkAfterTheWantedOneDoesNotCountAsFound() {
    LeaseStream wanting = stream(0);
    streams.add(wanting);
    search =
        new ChunkSearch(
            block -> {
              if (block == 3) {
                wanting.offer(1, block, false);
              }
              return false;
            },
            reader);
    assertFalse(search.look(streams, true));
  }
}
