package org.kpathjvm.engine;

/** Writes a flat JSON object of numbers and truth values, in the order they are put. */
final class JsonObject {
  private final StringBuilder text = new StringBuilder("{");

  JsonObject put(String name, long value) {
    return putRaw(name, Long.toString(value));
  }

  /** {@code value} is finite. */
  JsonObject put(String name, double value) {
    return putRaw(name, Double.toString(value));
  }

  JsonObject put(String name, boolean value) {
    return putRaw(name, Boolean.toString(value));
  }

  /** {@code value} is JSON already; {@code name} needs no escapes. */
  JsonObject putRaw(String name, String value) {
    text.append(text.length() == 1 ? "" : ",").append('"').append(name).append("\":").append(value);
    return this;
  }

  @Override
  public String toString() {
    return text + "}";
  }
}
