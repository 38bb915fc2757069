package org.kpathjvm.engine.segment;

/** Words that no recorder writes. The message says which words; the stream adds where. */
final class StreamDamage extends Exception {
  private static final long serialVersionUID = 1L;

  StreamDamage(String message) {
    super(message, null, false, false);
  }
}
