package org.kpathjvm.engine.segment;

import static org.kpathjvm.runtime.layout.SegmentLayout.BLOCK_STREAM;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.kpathjvm.engine.journal.JournalReader;
import org.kpathjvm.engine.mapping.SegmentException;

/**
 * A recording whose engine has died. The chunks that the engine took out of the segment are read
 * from the journals, as if they were still in the segment.
 *
 * @param segment the segment with the journals' chunks
 * @param drains the number of drains to use
 * @param damages a line about each loss of data that had been taken out of the segment
 */
public record LeftRecording(SegmentReader segment, int drains, List<String> damages) {
  private static final int MOST_DRAINS = 64;

  /**
   * Opens the segment and the journals.
   *
   * @param drains the number of drains to use if there are no journals
   * @throws SegmentException when a file can't be read or its header is damaged, or when the
   *     journals don't belong together
   */
  public static LeftRecording open(String segmentPath, Path directory, int drains) {
    List<JournalReader> journals = new ArrayList<>();
    List<String> damages = new ArrayList<>();
    int told = 0;
    for (int drain = 0; drain < MOST_DRAINS; drain++) {
      JournalReader journal = JournalReader.open(directory, drain);
      if (journal == null) {
        continue;
      }
      if (journal.drains() > MOST_DRAINS) {
        throw new SegmentException(
            "a journal in "
                + directory
                + " comes from a run with "
                + journal.drains()
                + " drains; there are at most "
                + MOST_DRAINS);
      }
      if (told != 0 && journal.drains() != told) {
        throw new SegmentException(
            "the journals in "
                + directory
                + " come from runs with "
                + told
                + " and with "
                + journal.drains()
                + " drains");
      }
      told = journal.drains();
      journals.add(journal);
    }
    List<JournalReader.Chunk> chunks =
        journals.stream().flatMap(journal -> journal.chunks().stream()).toList();
    SegmentReader segment = SegmentReader.openLeft(segmentPath, chunks);
    for (JournalReader journal : journals) {
      if (journal.damage() != null) {
        damages.add(journal.damage());
      } else if (journal.isCutShort() && !segment.holds(journal::mayEndWith)) {
        // If a kill cut a journal's last record short, the record's chunk is still in the segment.
        damages.add("a journal in " + directory + " was cut short by something other than a kill");
      }
    }
    // An empty journal proves that its drain consumed nothing. A missing journal proves nothing.
    boolean missing = told == 0 ? !segment.hasChunks() : journals.size() < told;
    if (missing && segment.hasStreamed()) {
      damages.add(
          "a journal with data that the engine took out of the segment is missing in " + directory);
    }
    long kept = chunks.stream().filter(chunk -> chunk.tag().state() != BLOCK_STREAM).count();
    if (kept < segment.takenCounters()) {
      damages.add(
          (segment.takenCounters() - kept)
              + " blocks of counters that were taken out of the segment are in no journal in "
              + directory);
    }
    return new LeftRecording(segment, told == 0 ? drains : told, damages);
  }
}
