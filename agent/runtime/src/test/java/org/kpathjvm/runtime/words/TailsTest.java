package org.kpathjvm.runtime.words;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.kpathjvm.runtime.layout.PackedWord;

/** Compares tails with lists of paths. A tail holds an activation's last k-1 paths. */
class TailsTest {
  private static IntStream widths() {
    return IntStream.rangeClosed(1, PackedWord.WIDEST_PACKED_BITS);
  }

  @ParameterizedTest
  @MethodSource("widths")
  void aTailHoldsTheLastPathsEvenAcrossWords(int bits) {
    Random random = new Random(bits);
    for (int k = 2; k <= 64 && bits <= Tails.widest(k); k++) {
      List<Integer> all = new ArrayList<>();
      long tail = Tails.NONE;
      for (int words = 0; words < 20; words++) {
        int count = 1 + random.nextInt(PackedWord.capacity(bits));
        long word = PackedWord.empty(bits);
        for (int i = 0; i < count; i++) {
          int path = random.nextInt(1 << bits);
          word = word << bits | path;
          all.add(path);
        }
        assertEquals(count * bits, Tails.used(word, bits));
        tail = Tails.after(tail, word, bits, (k - 1) * bits);
        List<Integer> last = all.subList(Math.max(0, all.size() - (k - 1)), all.size());
        assertEquals(last, paths(Tails.word(tail, bits), bits));
      }
    }
  }

  private static List<Integer> paths(long word, int bits) {
    List<Integer> paths = new ArrayList<>();
    for (int left = PackedWord.count(word, bits) - 1; left >= 0; left--) {
      paths.add((int) (word >>> left * bits & (1L << bits) - 1));
    }
    return paths;
  }
}
