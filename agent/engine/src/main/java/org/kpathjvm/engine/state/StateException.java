package org.kpathjvm.engine.state;

/** A file of the engine's state isn't what it should be; the message is one line. */
public final class StateException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public StateException(String message) {
    super(message);
  }
}
