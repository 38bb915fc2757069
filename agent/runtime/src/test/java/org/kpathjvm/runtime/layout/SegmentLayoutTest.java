package org.kpathjvm.runtime.layout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import org.kpathjvm.runtime.json.JsonWriter;

class SegmentLayoutTest {
  /** Segments outlive the kpath-jvm that wrote them: a version's layout never changes. */
  private static final int PINNED_VERSION = 2;

  private static final String PINNED_DIGEST = "c241332a";

  private static final Map<String, Integer> ENTRY_BYTES =
      Map.of(
          "HEADER", SegmentLayout.HEADER_BYTES,
          "SLOT", SegmentLayout.SLOT_BYTES,
          "DESCRIPTOR", SegmentLayout.DESCRIPTOR_BYTES,
          "THREAD", SegmentLayout.THREAD_ROW_BYTES);

  @Test
  void aVersionHasOneLayout() throws IllegalAccessException {
    JsonWriter json = new JsonWriter().beginArray();
    LayoutExport.writeSegment(json);
    for (Field constant : LayoutExport.constants(StreamFormat.class)) {
      json.value(constant.getName()).value(constant.getLong(null));
    }
    CRC32 digest = new CRC32();
    digest.update(json.endArray().toString().getBytes(StandardCharsets.UTF_8));
    assertEquals(
        PINNED_VERSION + " " + PINNED_DIGEST,
        SegmentLayout.VERSION + " " + Long.toHexString(digest.getValue()),
        "the layout of segments or streams is another one than the one that is pinned here as that"
            + " of its version. If that is intended: give SegmentLayout.VERSION the next number,"
            + " and SUPPORTED_VERSION of recording/contract.py too, say in docs/formats/stream.md"
            + " what is new, and pin the new version and its digest here");
  }

  /** No field overlaps the next one, or is cut by an entry's end; each is aligned. */
  @Test
  void fieldsFollowEachOther() throws IllegalAccessException {
    String entry = "";
    int end = 0;
    for (Field constant : LayoutExport.constants(SegmentLayout.class)) {
      Bytes width = constant.getAnnotation(Bytes.class);
      assertEquals(
          constant.getName().endsWith("_OFFSET"), width != null, "the width of " + constant);
      if (width == null) {
        continue;
      }
      String of = constant.getName().substring(0, constant.getName().indexOf('_'));
      end = of.equals(entry) ? end : 0;
      entry = of;
      int alignment = Math.min(width.value(), 8);
      int offset = constant.getInt(null);
      assertEquals((end + alignment - 1) / alignment * alignment, offset, constant.getName());
      end = offset + width.value();
      assertTrue(end <= ENTRY_BYTES.get(of), constant.getName());
    }
  }
}
