package org.kpathjvm.engine.ipf;

/** A k-IPF that can't be built. The message is one line for the user. */
public final class PathForestException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public PathForestException(String message) {
    super(message);
  }
}
