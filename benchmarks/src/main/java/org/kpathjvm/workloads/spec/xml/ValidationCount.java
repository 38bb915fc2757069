package org.kpathjvm.workloads.spec.xml;

import java.util.ArrayList;
import java.util.List;
import org.xml.sax.Attributes;
import org.xml.sax.SAXParseException;
import org.xml.sax.helpers.DefaultHandler;

/**
 * Counts the elements, attributes (defaults included) and characters of a validated document. Keeps
 * the numbers of the lines that violate the schema, but not the validator's messages, because the
 * messages are in the user's language.
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

  /** Returns all counts, then the violations' line numbers. */
  long[] summary() {
    List<Long> all = new ArrayList<>(List.of(elements, attributes, characters));
    all.addAll(violations);
    return all.stream().mapToLong(Long::longValue).toArray();
  }
}
