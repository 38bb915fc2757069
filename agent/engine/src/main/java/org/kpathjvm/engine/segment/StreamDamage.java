package org.kpathjvm.engine.segment;

/**
 * Thrown if a stream has words that no recording thread can have written. The message describes the
 * words. {@link LeaseStream} adds their position to the message.
 */
final class StreamDamage extends Exception {
  private static final long serialVersionUID = 1L;

  StreamDamage(String message) {
    super(message, null, false, false);
  }
}
