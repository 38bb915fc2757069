package org.kpathjvm.runtime.layout;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;

/**
 * Prints the layout's public constants as JSON, one object per class: the contract that other
 * languages build their readers from. Run by the build.
 */
public final class ContractExport {
  private ContractExport() {}

  public static void main(String[] args) throws IllegalAccessException {
    StringBuilder json = new StringBuilder("{");
    for (Class<?> part : new Class<?>[] {SegmentLayout.class, StreamFormat.class}) {
      if (json.length() > 1) {
        json.append(",");
      }
      json.append("\n \"").append(part.getSimpleName()).append("\": {");
      String separator = "";
      for (Field field : part.getDeclaredFields()) {
        if (Modifier.isPublic(field.getModifiers())) {
          json.append(separator).append("\n  \"").append(field.getName()).append("\": ");
          json.append(((Number) field.get(null)).longValue());
          separator = ",";
        }
      }
      json.append("\n }");
    }
    System.out.println(json.append("\n}"));
  }
}
