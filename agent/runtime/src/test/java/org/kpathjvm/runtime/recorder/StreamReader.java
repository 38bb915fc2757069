package org.kpathjvm.runtime.recorder;

import static org.kpathjvm.runtime.layout.SegmentLayout.*;
import static org.kpathjvm.runtime.layout.StreamFormat.*;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import jdk.internal.misc.Unsafe;
import org.kpathjvm.runtime.layout.PackedWord;

/**
 * A slow consumer, which reads a segment in raw memory. It takes closed chunks as they come, frees
 * their blocks, and puts each activation's paths in a list. It handles only platform threads,
 * because their streams can be read independently of each other.
 */
final class StreamReader {
  private static final Unsafe U = Unsafe.getUnsafe();

  private final Map<Integer, Map<Long, List<Integer>>> chunksByLease = new HashMap<>();

  private long descriptor(int block) {
    return Setup.descriptors + (long) block * DESCRIPTOR_BYTES;
  }

  private long block(int block) {
    return Setup.blocks + (long) block * BLOCK_BYTES;
  }

  /**
   * Goes over all blocks once.
   *
   * @param last whether to take open chunks, too, and to free no blocks
   */
  void drain(boolean last) {
    for (int i = 0; i < Setup.blockCount; i++) {
      if (U.getIntAcquire(null, descriptor(i) + DESCRIPTOR_STATE_OFFSET) != BLOCK_STREAM) {
        continue;
      }
      int used = U.getIntAcquire(null, descriptor(i) + DESCRIPTOR_FINAL_BYTES_OFFSET);
      if (used == 0 && !last) {
        continue;
      }
      int limit = used == 0 ? BLOCK_BYTES : used;
      List<Integer> words = new ArrayList<>();
      for (int offset = 0; offset < limit; offset += WORD_BYTES) {
        words.add(U.getInt(block(i) + offset));
      }
      chunksByLease
          .computeIfAbsent(U.getInt(descriptor(i) + DESCRIPTOR_LEASE_OFFSET), k -> new HashMap<>())
          .put(U.getLong(descriptor(i) + DESCRIPTOR_SEQUENCE_OFFSET), words);
      if (!last) {
        U.setMemory(block(i), BLOCK_BYTES, (byte) 0);
        U.putIntRelease(null, descriptor(i) + DESCRIPTOR_STATE_OFFSET, BLOCK_FREE);
      }
    }
  }

  /**
   * Returns the ids of each activation's paths, in order. The keys are the activations' numbers. If
   * an activation ended with an exit, its last id is negative. If an exception ended the sequence,
   * a 0 follows the last id.
   */
  Map<Long, List<Integer>> activations() {
    Map<Long, List<Integer>> result = new HashMap<>();
    chunksByLease.forEach(
        (lease, chunks) -> {
          Map<Long, Integer> sequences = new HashMap<>();
          long current = 0;
          for (long sequence = 0; sequence < chunks.size(); sequence++) {
            List<Integer> words = chunks.get(sequence);
            for (int i = 0; i < words.size() && words.get(i) != 0; i++) {
              int word = words.get(i);
              if (word == BEGIN || word == RESUME) {
                long activation =
                    (words.get(i + 1) & 0xFFFFFFFFL) | ((long) words.get(i + 2) << 32);
                current = activation >>> SEQUENCE_BITS;
                if ((word == BEGIN) == result.containsKey(current)) {
                  throw new IllegalStateException("activation " + current + " at word " + i);
                }
                result.computeIfAbsent(current, k -> new ArrayList<>());
                i += 2;
              } else if (word >= PACKED && word < PACKED_LIMIT) {
                boolean whole = (word - PACKED & PACKED_WHOLE) != 0;
                // An activation with all its paths in one record has no number in the stream. Its
                // negative number here is computed from the lease and the record's place.
                long owner = whole ? -(lease * 1_000_000L + sequence * BLOCK_BYTES + i) : current;
                unpack(words, i, result.computeIfAbsent(owner, k -> new ArrayList<>()));
                i += PACKED_BYTES / WORD_BYTES - 1;
              } else if (word >= RUN && word < RUN_LIMIT) {
                List<Integer> paths = result.get(current);
                for (int times = words.get(i + 3); times > 0; times--) {
                  paths.add(words.get(i + 1) + words.get(i + 2));
                }
                i += RUN_BYTES / WORD_BYTES - 1;
              } else if (word == CLOSE) {
                result.get(current).add(0);
              } else {
                result.get(current).add(word);
              }
            }
          }
        });
    return result;
  }

  private static void unpack(List<Integer> words, int at, List<Integer> paths) {
    int control = words.get(at) - PACKED;
    int bits = control & PACKED_BITS_MASK;
    long word = words.get(at + 2) & 0xFFFFFFFFL | (long) words.get(at + 3) << 32;
    int count = PackedWord.count(word, bits);
    for (int path = count - 1; path >= 0; path--) {
      int id = words.get(at + 1) + (int) (word >>> path * bits & (1L << bits) - 1);
      paths.add(path == 0 && (control & PACKED_LAST) != 0 ? -id : id);
    }
    if ((control & PACKED_CLOSED) != 0) {
      paths.add(0);
    }
  }

  /** Returns the sum of an id's counters over all pages and tables. */
  static long count(int id) {
    long sum = 0;
    for (int i = 0; i < Setup.blockCount; i++) {
      long descriptor = Setup.descriptors + (long) i * DESCRIPTOR_BYTES;
      if (U.getInt(descriptor + DESCRIPTOR_STATE_OFFSET) == BLOCK_COUNTERS) {
        long block = Setup.blocks + (long) i * BLOCK_BYTES;
        for (int page = 0; page < PAGES_PER_BLOCK; page++) {
          if (U.getInt(block + page * 4L) == id / COUNTERS_PER_PAGE + 1) {
            sum += U.getLong(block + (page + 1L) * PAGE_BYTES + (id % COUNTERS_PER_PAGE) * 8L);
          }
        }
      } else if (U.getInt(descriptor + DESCRIPTOR_STATE_OFFSET) == BLOCK_TABLE
          && U.getLong(descriptor + DESCRIPTOR_SEQUENCE_OFFSET) == id / COUNTERS_PER_BLOCK) {
        sum += U.getLong(Setup.blocks + (long) i * BLOCK_BYTES + id % COUNTERS_PER_BLOCK * 8L);
      }
    }
    return sum;
  }
}
