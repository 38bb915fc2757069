package org.kpathjvm.agent.cache;

import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.util.HashMap;
import java.util.Map;

/**
 * Finds classes in a pack. A reader reads entries in order, and only up to the class that is asked
 * for: a program loads its classes in much the same order each time. Only one thread at a time may
 * use a reader.
 */
final class PackReader implements Closeable {
  private static final int WINDOW_BYTES = 1 << 16;

  // This isn't a channel, because a channel is closed if an interrupted thread reads from it. A
  // thread of the target may be interrupted while it loads a class.
  private final RandomAccessFile file;
  private final long length;

  /** The position in the file of each entry that has been read so far, by the entry's key. */
  private final Map<Long, Long> places = new HashMap<>();

  /** The position of the first entry that isn't in {@link #places} yet. */
  private long next;

  /** The bytes of the file from position {@link #windowStart}. */
  private byte[] window = {};

  private long windowStart;
  private boolean damaged;

  PackReader(File pack) throws IOException {
    file = new RandomAccessFile(pack, "r");
    length = file.length();
  }

  /**
   * Returns the content of an original's entry; null if there is no such entry, or if the entry is
   * incomplete or damaged.
   */
  byte[] find(byte[] original, long key) throws IOException {
    Long known = places.get(key);
    if (known == null && !search(key)) {
      return null;
    }
    long place = known == null ? places.get(key) : known;
    int header = at(place, PackFormat.HEADER_BYTES);
    int size = (int) PackFormat.length(window, header);
    // If this call replaces the window, the header's index is no longer valid.
    int entry = at(place, size);
    if (!PackFormat.isWhole(window, entry, size)) {
      damaged = true;
      return null;
    }
    return PackFormat.content(window, entry, size, original);
  }

  boolean isDamaged() {
    return damaged;
  }

  /** Reads further entries up to the first one with the key. Returns false if there is none. */
  private boolean search(long key) throws IOException {
    while (length - next >= PackFormat.HEADER_BYTES) {
      long place = next;
      int header = at(place, PackFormat.HEADER_BYTES);
      long size = PackFormat.length(window, header);
      if (size < 0 || size > Integer.MAX_VALUE) {
        damaged = true;
        next = length;
      } else if (size > length - place) {
        next = length;
      } else {
        next = place + size;
        long found = PackFormat.key(window, header);
        places.put(found, place);
        if (found == key) {
          return true;
        }
      }
    }
    return false;
  }

  /**
   * Reads a part of the file into the window, if the part isn't there yet. Returns the part's index
   * in the window.
   */
  private int at(long place, int size) throws IOException {
    if (place < windowStart || place + size > windowStart + window.length) {
      int wanted = (int) Math.min(Math.max(size, WINDOW_BYTES), length - place);
      window = window.length == wanted ? window : new byte[wanted];
      windowStart = Long.MAX_VALUE;
      file.seek(place);
      file.readFully(window);
      windowStart = place;
    }
    return (int) (place - windowStart);
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
