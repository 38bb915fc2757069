package org.kpathjvm.engine.cache;

/**
 * The size and the organisation of a set-associative cache.
 *
 * @param bytes the number of bytes of data that fit into the cache
 * @param ways the number of lines in each set
 * @param lineBytes the number of bytes in a line
 */
public record CacheShape(long bytes, int ways, int lineBytes) {
  private static final int LARGEST_WAYS = 1024;
  private static final long LARGEST_LINES = 1 << 26;

  public CacheShape {
    if (lineBytes < Long.BYTES || Integer.bitCount(lineBytes) != 1) {
      throw new IllegalArgumentException(
          "the bytes of a cache line must be a power of two, 8 or more, not " + lineBytes);
    }
    if (ways < 1 || ways > LARGEST_WAYS) {
      throw new IllegalArgumentException(
          "a cache must have 1 to " + LARGEST_WAYS + " ways, not " + ways);
    }
    long way = (long) ways * lineBytes;
    if (bytes < way || bytes % way != 0 || Long.bitCount(bytes / way) != 1) {
      throw new IllegalArgumentException(
          "the size of a cache with "
              + ways
              + " ways and lines of "
              + lineBytes
              + " bytes must be "
              + way
              + " bytes times a power of two, not "
              + bytes);
    }
    if (bytes / lineBytes > LARGEST_LINES) {
      throw new IllegalArgumentException(
          "a cache can have at most 2^26 lines, not " + bytes / lineBytes);
    }
  }

  /** Returns the number of sets, a power of two. */
  int sets() {
    return (int) (bytes / lineBytes / ways);
  }
}
