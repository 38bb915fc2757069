package org.kpathjvm.runtime.layout;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import org.kpathjvm.runtime.json.JsonWriter;

/**
 * Prints the layout's public constants as JSON, one object per class: the contract that other
 * languages build their readers from. Run by the build.
 */
public final class ContractExport {
  private ContractExport() {}

  public static void main(String[] args) throws IllegalAccessException {
    JsonWriter json = new JsonWriter().beginObject();
    for (Class<?> part : new Class<?>[] {SegmentLayout.class, StreamFormat.class}) {
      json.name(part.getSimpleName()).beginObject();
      for (Field field : part.getDeclaredFields()) {
        if (Modifier.isPublic(field.getModifiers())) {
          json.put(field.getName(), ((Number) field.get(null)).longValue());
        }
      }
      json.endObject();
    }
    System.out.println(json.endObject());
  }
}
