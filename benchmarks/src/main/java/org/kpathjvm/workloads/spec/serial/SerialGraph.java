package org.kpathjvm.workloads.spec.serial;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Makes a graph of objects from files, and shows a graph as a string. */
final class SerialGraph {
  private SerialGraph() {}

  /** Returns a text for each file. Texts that have a word in common share the word's object. */
  static List<SerialText> of(Map<String, byte[]> files) {
    Map<String, SerialWord> words = new LinkedHashMap<>();
    List<SerialText> texts = new ArrayList<>();
    files.forEach((name, bytes) -> texts.add(text(name, bytes, words)));
    double all = words.values().stream().mapToLong(word -> word.occurrences).sum();
    words.values().forEach(word -> word.share = word.occurrences / all);
    return texts;
  }

  private static SerialText text(String name, byte[] bytes, Map<String, SerialWord> words) {
    SerialText text = new SerialText(name);
    for (String line : new String(bytes, StandardCharsets.UTF_8).split("\n")) {
      String stripped = line.strip();
      String[] parts = stripped.isEmpty() ? new String[0] : stripped.split("\\s+");
      SerialWord[] found = new SerialWord[parts.length];
      for (int i = 0; i < parts.length; i++) {
        found[i] = words.computeIfAbsent(parts[i], SerialWord::new);
        found[i].occurrences++;
        if (found[i].first == null) {
          found[i].first = text;
        }
      }
      text.lines.add(new SerialLine(found, Math.max(0, line.indexOf(stripped))));
    }
    text.measure();
    return text;
  }

  /** Returns the content of the objects as a string, so that two graphs can be compared. */
  static String written(List<SerialText> texts) {
    StringBuilder written = new StringBuilder();
    for (SerialText text : texts) {
      written.append(text.name).append(' ').append(text.longestLine).append('\n');
      for (SerialLine line : text.lines) {
        written.append(line.indentation);
        for (SerialWord word : line.words) {
          written.append(' ').append(word.text).append('/').append(word.occurrences);
          written
              .append('/')
              .append(Double.doubleToLongBits(word.share))
              .append('/')
              .append(word.first.name);
        }
        written.append('\n');
      }
    }
    return written.toString();
  }
}
