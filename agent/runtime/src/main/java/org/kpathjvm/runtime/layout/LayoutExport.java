package org.kpathjvm.runtime.layout;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import org.kpathjvm.runtime.json.JsonWriter;

/**
 * Writes the {@link Bounds} and the layout of segments as JSON, for the Python code. The layout's
 * JSON has the constants, the fields with their offsets and widths, and the table of regions.
 */
public final class LayoutExport {
  private static final String OFFSET = "_OFFSET";

  private LayoutExport() {}

  /** Writes the bounds and the layout as members of a JSON object that the caller has begun. */
  public static void write(JsonWriter json) throws IllegalAccessException {
    json.name("largest_k").value(Bounds.LARGEST_K);
    json.name("least_engine_bytes").value(Bounds.LEAST_ENGINE_BYTES);
    json.name("segment");
    writeSegment(json);
  }

  static void writeSegment(JsonWriter json) throws IllegalAccessException {
    json.beginObject().name("constants").beginObject();
    for (Field constant : constants(SegmentLayout.class)) {
      if (!constant.isAnnotationPresent(Bytes.class)) {
        json.name(constant.getName()).value(constant.getLong(null));
      }
    }
    json.endObject();
    json.name("fields").beginObject();
    for (Field constant : constants(SegmentLayout.class)) {
      Bytes width = constant.getAnnotation(Bytes.class);
      if (width != null) {
        json.name(constant.getName().replace(OFFSET, ""));
        json.values(constant.getInt(null), width.value());
      }
    }
    json.endObject();
    json.name("regions").beginArray();
    for (SegmentGeometry.Region region : SegmentGeometry.Region.values()) {
      json.beginArray().value(region.name()).value(region.counted.name());
      json.value(region.entryBytes).endArray();
    }
    json.endArray().endObject();
  }

  /** Returns the public constants of a class, in the order of their declarations. */
  static List<Field> constants(Class<?> layout) {
    List<Field> constants = new ArrayList<>();
    for (Field field : layout.getDeclaredFields()) {
      if (Modifier.isPublic(field.getModifiers())) {
        constants.add(field);
      }
    }
    return constants;
  }
}
