package org.kpathjvm.engine.segment;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What is left of a recording whose consumer has died: the segment and the drains' journals, as one
 * segment that keeps its chunks.
 *
 * @param segment the segment with the journals' chunks
 * @param drains drains to use
 */
public record LeftRecording(SegmentReader segment, int drains) {
  private static final int MOST_DRAINS = 64;

  /**
   * Opens the files.
   *
   * @param drains how many drains to use when there are no journals
   * @throws SegmentException when a file can't be read or is damaged
   */
  public static LeftRecording open(String segmentPath, Path directory, int drains) {
    List<JournalReader.Chunk> chunks = new ArrayList<>();
    int told = 0;
    for (int drain = 0; drain < (told == 0 ? MOST_DRAINS : told); drain++) {
      JournalReader journal = JournalReader.open(directory, drain);
      if (journal == null) {
        continue;
      }
      if (told != 0 && journal.drains() != told || journal.drains() > MOST_DRAINS) {
        throw new SegmentException(
            "journals in "
                + directory
                + ": of "
                + told
                + " and of "
                + journal.drains()
                + " drains");
      }
      told = journal.drains();
      chunks.addAll(journal.chunks());
    }
    SegmentReader segment = SegmentReader.openLeft(segmentPath, chunks);
    return new LeftRecording(segment, told == 0 ? drains : told);
  }
}
