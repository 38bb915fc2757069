package org.kpathjvm.engine.segment;

/** Words that no recorder writes; the message says which, the stream adds where. */
final class StreamDamage extends Exception {
  private static final long serialVersionUID = 1L;

  StreamDamage(String message) {
    super(message, null, false, false);
  }
}
