package org.kpathjvm.engine.contexts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Checks, for small and large indexes, that an index finds everything that was put into it. */
class EntryIndexTest {
  @Property(tries = 60)
  void everyEntryIsFound(@ForAll @IntRange(min = 1, max = 3000) int count, @ForAll long seed) {
    Random random = new Random(seed);
    EntryIndex index = new EntryIndex();
    List<Long> hashes = new ArrayList<>();
    for (int entry = 1; entry <= count; entry++) {
      if (entry > index.capacity()) {
        long bytes = index.bytes();
        index.grow();
        assertEquals(2 * bytes, index.bytes());
      }
      // For some entries, the search begins at the last place of the index.
      long hash = random.nextInt(3) == 0 ? -1L - random.nextInt(9) : random.nextLong();
      index.put(hash, entry);
      hashes.add(hash);
    }
    check(index, hashes);
    index.grow();
    index.grow();
    check(index, hashes);
    index.trim(count);
    check(index, hashes);
    assertTrue(count <= index.capacity() && count + 1 >= index.capacity() / 2);
  }

  private static void check(EntryIndex index, List<Long> hashes) {
    for (int at = 0; at < hashes.size(); at++) {
      long wanted = hashes.get(at) & EntryIndex.HASH | at + 1;
      int place = index.home(hashes.get(at));
      while (index.at(place) != wanted) {
        assertTrue(index.at(place) != 0);
        place = index.next(place);
      }
    }
  }
}
