package org.kpathjvm.engine.ipf;

/** Thrown if a k-IPF can't be built. The message is one line for the user. */
public final class PathForestException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public PathForestException(String message) {
    super(message);
  }
}
