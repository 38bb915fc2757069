package org.kpathjvm.runtime.layout;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Adds trips of counted loops to words, and compares the words with lists of the same paths. */
class PackedWordTest {
  private static IntStream widths() {
    return IntStream.rangeClosed(1, PackedWord.WIDEST_PACKED_BITS);
  }

  private static List<Integer> paths(long word, int bits) {
    List<Integer> paths = new ArrayList<>();
    for (int at = PackedWord.count(word, bits) - 1; at >= 0; at--) {
      paths.add((int) (word >>> at * bits & (1L << bits) - 1));
    }
    return paths;
  }

  private static long word(List<Integer> paths, int bits) {
    long word = PackedWord.empty(bits);
    for (int path : paths) {
      word = word << bits | path;
    }
    return word;
  }

  /** Adds 0 to 2n + 1 trips to words with 0 to n - 1 paths. A full word has n paths. */
  @ParameterizedTest
  @MethodSource("widths")
  void tripsArePackedLikeTheirPaths(int bits) {
    Random random = new Random(bits);
    int capacity = PackedWord.capacity(bits);
    for (int filled = 0; filled < capacity; filled++) {
      for (int count = 0; count <= 2 * capacity + 1; count++) {
        int first = random.nextInt(1 << bits);
        int later = random.nextInt(1 << bits);
        long trips = PackedWord.trips(first, later, bits);
        List<Integer> all = new ArrayList<>();
        random.ints(filled, 0, 1 << bits).forEach(all::add);
        long word = word(all, bits);
        for (int trip = 0; trip < count; trip++) {
          all.add(trip == 0 ? first : later);
        }
        assertEquals(capacity - filled, PackedWord.room(word, bits));
        assertEquals(filled + count < capacity, PackedWord.takes(word, count, bits));
        if (filled + count < capacity) {
          assertEquals(all, paths(PackedWord.with(word, trips, count, bits), bits));
          continue;
        }
        long full = PackedWord.filled(word, trips, capacity - filled, bits);
        assertEquals(all.subList(0, capacity), paths(full, bits));
        List<Integer> rest = all.subList(capacity, all.size());
        List<Integer> expected = rest.size() < capacity ? rest : List.of();
        assertEquals(expected, paths(PackedWord.afterTrips(word, trips, count, bits), bits));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("widths")
  void laterTripsFillWordsAndLeaveARest(int bits) {
    int capacity = PackedWord.capacity(bits);
    long trips = PackedWord.trips(0, 1, bits);
    assertEquals(
        Collections.nCopies(capacity, 1), paths(PackedWord.fullOfTrips(trips, bits), bits));
    assertEquals(true, PackedWord.fullOfTrips(trips, bits) < 0);
    for (int count = 0; count <= 3 * capacity; count++) {
      List<Integer> rest = paths(PackedWord.afterFullWords(trips, count, bits), bits);
      assertEquals(count, PackedWord.words(count, bits) * capacity + rest.size());
      assertEquals(Collections.nCopies(count % capacity, 1), rest);
    }
  }

  @ParameterizedTest
  @MethodSource("widths")
  void laterTripsAreReadAndCompared(int bits) {
    int most = (1 << bits) - 1;
    assertEquals(1, PackedWord.laterTrip(PackedWord.trips(0, 1, bits), bits));
    assertEquals(most, PackedWord.laterTrip(PackedWord.trips(1, most, bits), bits));
    assertEquals(true, PackedWord.areAlike(PackedWord.trips(most, most, bits), bits));
    assertEquals(true, PackedWord.areAlike(PackedWord.trips(0, 0, bits), bits));
    assertEquals(false, PackedWord.areAlike(PackedWord.trips(0, 1, bits), bits));
    assertEquals(false, PackedWord.areAlike(PackedWord.trips(1, 0, bits), bits));
  }

  @Test
  void aFullWordOfTripsIsNegative() {
    long word = PackedWord.empty(9);
    assertEquals(true, PackedWord.filled(word, PackedWord.trips(511, 0, 9), 7, 9) < 0);
    assertEquals(false, PackedWord.with(word, PackedWord.trips(511, 511, 9), 6, 9) < 0);
  }
}
