package org.kpathjvm.workloads.spec.xml;

import java.util.ArrayList;
import java.util.List;
import org.xml.sax.Attributes;
import org.xml.sax.SAXParseException;
import org.xml.sax.helpers.DefaultHandler;

/**
 * Counts a validation's elements, attributes (defaults included) and characters. Keeps the lines on
 * which the document breaks its schema, but not the messages, because these are in the user's
 * language.
 */
final class ValidationCount extends DefaultHandler {
  private final List<Long> violations = new ArrayList<>();
  private long elements;
  private long attributes;
  private long characters;

  @Override
  public void startElement(String uri, String localName, String name, Attributes present) {
    elements++;
    attributes += present.getLength();
  }

  @Override
  public void characters(char[] text, int start, int length) {
    characters += length;
  }

  @Override
  public void error(SAXParseException violation) {
    violations.add((long) violation.getLineNumber());
  }

  long elements() {
    return elements;
  }

  int violations() {
    return violations.size();
  }

  /** Returns all counts, then the lines of the violations. */
  long[] summary() {
    List<Long> all = new ArrayList<>(List.of(elements, attributes, characters));
    all.addAll(violations);
    return all.stream().mapToLong(Long::longValue).toArray();
  }
}
