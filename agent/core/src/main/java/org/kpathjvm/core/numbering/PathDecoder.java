package org.kpathjvm.core.numbering;

/** Decodes. */
public final class PathDecoder {
  private PathDecoder() {}

  public static PathDecoder of(PathNumbering numbering) {
    throw new UnsupportedOperationException();
  }

  public DecodedPath decode(int id) {
    throw new UnsupportedOperationException();
  }

  public int encode(DecodedPath path) {
    throw new UnsupportedOperationException();
  }
}
