package org.kpathjvm.engine.mapping;

/** Thrown if a segment or journal can't be used. The message is one line for the user. */
public final class SegmentException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public SegmentException(String message) {
    super(message);
  }

  public SegmentException(String message, Throwable cause) {
    super(message, cause);
  }
}
