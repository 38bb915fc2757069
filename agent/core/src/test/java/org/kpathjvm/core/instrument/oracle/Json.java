package org.kpathjvm.core.instrument.oracle;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A reader of the agent's JSON, which has no white space. The values are maps, lists, strings,
 * longs, booleans and null.
 */
public final class Json {
  private final String text;
  private int at;

  private Json(String text) {
    this.text = text;
  }

  public static Object parse(String text) {
    Json json = new Json(text);
    Object value = json.value();
    if (json.at != text.length()) {
      throw new IllegalArgumentException("trailing text at " + json.at);
    }
    return value;
  }

  private Object value() {
    char c = text.charAt(at);
    if (c == '{') {
      return object();
    }
    if (c == '[') {
      return array();
    }
    if (c == '"') {
      return string();
    }
    for (String word : new String[] {"null", "true", "false"}) {
      if (text.startsWith(word, at)) {
        at += word.length();
        return word.equals("null") ? null : (Object) word.equals("true");
      }
    }
    int start = at;
    while (at < text.length() && "-0123456789".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
    return Long.parseLong(text.substring(start, at));
  }

  private Map<String, Object> object() {
    Map<String, Object> members = new LinkedHashMap<>();
    for (expect('{'); text.charAt(at) != '}'; next('}')) {
      String name = string();
      expect(':');
      if (members.containsKey(name)) {
        throw new IllegalArgumentException(name + " comes twice");
      }
      members.put(name, value());
    }
    expect('}');
    return members;
  }

  private List<Object> array() {
    List<Object> elements = new ArrayList<>();
    for (expect('['); text.charAt(at) != ']'; next(']')) {
      elements.add(value());
    }
    expect(']');
    return elements;
  }

  private void next(char end) {
    if (text.charAt(at) != end) {
      expect(',');
    }
  }

  private String string() {
    StringBuilder string = new StringBuilder();
    for (expect('"'); text.charAt(at) != '"'; at++) {
      char c = text.charAt(at);
      if (c < ' ') {
        throw new IllegalArgumentException("control character at " + at);
      }
      if (c == '\\' && text.charAt(at + 1) == 'u') {
        string.append((char) Integer.parseInt(text.substring(at + 2, at + 6), 16));
        at += 5;
      } else {
        string.append(c == '\\' ? text.charAt(++at) : c);
      }
    }
    expect('"');
    return string.toString();
  }

  private void expect(char c) {
    if (text.charAt(at) != c) {
      throw new IllegalArgumentException(c + " expected at " + at + ", not " + text.charAt(at));
    }
    at++;
  }
}
