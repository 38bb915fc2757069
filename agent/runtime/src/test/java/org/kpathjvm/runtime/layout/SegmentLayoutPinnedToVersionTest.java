package org.kpathjvm.runtime.layout;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import org.kpathjvm.runtime.json.JsonWriter;

/** Fails if somebody changes the layout of segments or streams without a new version. */
class SegmentLayoutPinnedToVersionTest {
  /** Another release may read the segment, so the layout of a version never changes. */
  private static final int PINNED_VERSION = 9;

  private static final String PINNED_DIGEST = "444cf8bc";

  @Test
  void aVersionHasOneLayout() throws IllegalAccessException {
    JsonWriter json = new JsonWriter().beginArray();
    LayoutExport.writeSegment(json);
    for (Field constant : LayoutExport.constants(StreamFormat.class)) {
      json.value(constant.getName()).value(constant.getLong(null));
    }
    writePackedWords(json);
    CRC32 digest = new CRC32();
    digest.update(json.endArray().toString().getBytes(StandardCharsets.UTF_8));
    assertEquals(
        PINNED_VERSION + " " + PINNED_DIGEST,
        SegmentLayout.VERSION + " " + Long.toHexString(digest.getValue()),
        "the layout of segments or streams differs from the one that is pinned here for this"
            + " version. If the change is intended, set SegmentLayout.VERSION and SUPPORTED_VERSION"
            + " in recording/segment_layout.py to the next number, say in docs/formats/recording.md"
            + " what is new, and pin the new version and its digest here");
  }

  /** Writes examples of encoded words and trips for each width of a path in bits. */
  private static void writePackedWords(JsonWriter json) {
    for (int bits = 1; bits <= PackedWord.MOST_BITS; bits++) {
      json.value(PackedWord.capacity(bits)).value(PackedWord.empty(bits));
      int path = (1 << bits) - 1;
      long trips = PackedWord.trips(path, 0, bits);
      int count = Math.min(2, PackedWord.capacity(bits));
      json.value(PackedWord.with(PackedWord.empty(bits), trips, count, bits));
      json.value(PackedWord.alike(path, 1, bits));
      json.value(PackedWord.packing(bits, path));
    }
  }
}
