package org.kpathjvm.runtime.layout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Field;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SegmentLayoutTest {
  private static final Map<String, Integer> ENTRY_BYTES =
      Map.of(
          "HEADER", SegmentLayout.HEADER_BYTES,
          "SLOT", SegmentLayout.SLOT_BYTES,
          "DESCRIPTOR", SegmentLayout.DESCRIPTOR_BYTES,
          "THREAD", SegmentLayout.THREAD_ROW_BYTES,
          "WHOLE", SegmentLayout.WHOLE_BYTES);

  /** Fields are aligned, don't overlap, and end within their entry. */
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
