package org.kpathjvm.runtime.json;

/**
 * Writes one JSON text without white space, and adds the commas. The caller must close every object
 * and array.
 *
 * <p>A name in a class file can have almost any UTF-16 character. So the writer escapes not only
 * quotation marks and backslashes, but also ASCII control characters; lone surrogates, which UTF-8
 * can't encode; and U+2028 and U+2029, which some readers treat as the end of a line.
 */
public final class JsonWriter {
  private static final char[] HEX = "0123456789abcdef".toCharArray();

  private final Utf8Text out;
  private boolean needsComma;

  public JsonWriter() {
    this(new Utf8Text(256));
  }

  /** Creates a writer that appends its text to {@code out}. */
  public JsonWriter(Utf8Text out) {
    this.out = out;
  }

  public JsonWriter beginObject() {
    return open('{');
  }

  public JsonWriter endObject() {
    return close('}');
  }

  public JsonWriter beginArray() {
    return open('[');
  }

  public JsonWriter endArray() {
    return close(']');
  }

  /** Writes a member's name, which must not need escapes. The caller writes the value next. */
  public JsonWriter name(String name) {
    separate();
    out.ascii('"');
    out.ascii(name);
    out.ascii("\":");
    needsComma = false;
    return this;
  }

  /** Writes a member that is a string or null. */
  public JsonWriter put(String name, String value) {
    return name(name).value(value);
  }

  /** Writes a member that is a number. */
  public JsonWriter put(String name, long value) {
    return name(name).value(value);
  }

  /**
   * Writes a member that is a number.
   *
   * @param value a finite number
   */
  public JsonWriter put(String name, double value) {
    return name(name).value(value);
  }

  /** Writes a member that is true or false. */
  public JsonWriter put(String name, boolean value) {
    return name(name).value(value);
  }

  /** Writes encoded JSON: one value, or members or elements with commas between them. */
  public JsonWriter encoded(byte[] encoded) {
    separate();
    out.append(encoded);
    return this;
  }

  /** Writes a string or null. */
  public JsonWriter value(String value) {
    separate();
    if (value == null) {
      out.ascii("null");
    } else {
      string(value);
    }
    return this;
  }

  public JsonWriter value(long value) {
    separate();
    out.number(value);
    return this;
  }

  /**
   * Writes a number.
   *
   * @param value a finite number
   */
  public JsonWriter value(double value) {
    separate();
    out.ascii(Double.toString(value));
    return this;
  }

  public JsonWriter value(boolean value) {
    separate();
    out.ascii(Boolean.toString(value));
    return this;
  }

  /** Writes an array of strings. */
  public JsonWriter values(Iterable<String> values) {
    beginArray();
    for (String value : values) {
      value(value);
    }
    return endArray();
  }

  /** Writes an array of numbers. */
  public JsonWriter values(int... values) {
    beginArray();
    for (int value : values) {
      value(value);
    }
    return endArray();
  }

  /** Returns the text in UTF-8. */
  public byte[] toBytes() {
    return out.toBytes();
  }

  /** Returns the text. */
  @Override
  public String toString() {
    return out.toString();
  }

  private JsonWriter open(char bracket) {
    separate();
    out.ascii(bracket);
    needsComma = false;
    return this;
  }

  private JsonWriter close(char bracket) {
    out.ascii(bracket);
    needsComma = true;
    return this;
  }

  private void separate() {
    if (needsComma) {
      out.ascii(',');
    }
    needsComma = true;
  }

  private void string(String text) {
    out.ascii('"');
    if (isPlain(text)) {
      out.ascii(text);
    } else {
      out.any(escaped(text));
    }
    out.ascii('"');
  }

  /** Returns whether a string is ASCII and needs no escapes, which is true of nearly all names. */
  private static boolean isPlain(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < ' ' || c >= 0x7f || c == '"' || c == '\\') {
        return false;
      }
    }
    return true;
  }

  private static String escaped(String text) {
    StringBuilder escaped = new StringBuilder(2 * text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        escaped.append('\\').append(c);
      } else if (c < ' ' || c == 0x7f || c == 0x2028 || c == 0x2029) {
        escape(c, escaped);
      } else if (!Character.isSurrogate(c)) {
        escaped.append(c);
      } else if (Character.isHighSurrogate(c)
          && i + 1 < text.length()
          && Character.isLowSurrogate(text.charAt(i + 1))) {
        escaped.append(c).append(text.charAt(++i));
      } else {
        escape(c, escaped);
      }
    }
    return escaped.toString();
  }

  private static void escape(char c, StringBuilder escaped) {
    escaped.append("\\u");
    for (int shift = 12; shift >= 0; shift -= 4) {
      escaped.append(HEX[c >> shift & 15]);
    }
  }
}
