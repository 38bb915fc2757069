package org.kpathjvm.engine.ipf;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/**
 * Tests the rows of a forest, which are added in preorder, and the buffers, which get the rows
 * level by level.
 */
class PathForestTest {
  /** A number of rows that takes several chunks of a column. */
  private static final int MANY = 3 * IntColumn.CHUNK_LENGTH - 1;

  @Property(tries = 100)
  void buffersHoldTheRowsLevelByLevel(
      @ForAll @IntRange(min = 0, max = 300) int rows, @ForAll long seed) {
    check(rows, new Random(seed));
  }

  @Test
  void columnsOfSeveralChunks() {
    check(MANY, new Random(1));
    check(IntColumn.CHUNK_LENGTH, new Random(2));
  }

  @Test
  void whatWasTakenAwayIsNowhere() {
    PathForest forest = new PathForest();
    forest.add(1, 1, 10);
    forest.add(2, 2, 5);
    forest.add(3, 1, 7);
    forest.removeLast();
    forest.add(4, 2, 4);
    forest.removeLast();
    assertEquals(1, forest.rootCount());
    assertEquals(new PathForestShape(1, 1), forest.shape());
    PathForestBuffers buffers = forest.moveToBuffers();
    assertEquals(IntBuffer.wrap(new int[] {-1, 0}), buffers.parents().asIntBuffer());
    assertEquals(IntBuffer.wrap(new int[] {1, 2}), buffers.paths().asIntBuffer());
  }

  /** Compares the buffers with a stable sort of the rows by their depths. */
  private static void check(int rows, Random random) {
    PathForest forest = new PathForest();
    List<Integer> parents = new ArrayList<>();
    List<Integer> branch = new ArrayList<>();
    for (int row = 0; row < rows; row++) {
      int depth = 1 + random.nextInt(branch.size() + 1);
      branch.subList(depth - 1, branch.size()).clear();
      parents.add(depth == 1 ? PathForest.NO_PARENT : branch.get(depth - 2));
      branch.add(row);
      assertEquals(row, forest.add(random.nextInt(), depth, random.nextLong()));
    }
    int[] order =
        IntStream.range(0, rows)
            .boxed()
            .sorted(Comparator.comparingInt(forest::depth))
            .mapToInt(row -> row)
            .toArray();
    int[] place = new int[rows];
    for (int at = 0; at < rows; at++) {
      place[order[at]] = at;
    }
    int[] paths = IntStream.of(order).map(forest::path).toArray();
    int[] depths = IntStream.of(order).map(forest::depth).toArray();
    long[] counts = IntStream.of(order).mapToLong(forest::count).toArray();
    PathForestBuffers buffers = forest.moveToBuffers();
    for (int at = 0; at < rows; at++) {
      int parent = parents.get(order[at]);
      assertEquals(
          parent == PathForest.NO_PARENT ? parent : place[parent],
          buffers.parents().asIntBuffer().get(at));
      assertEquals(paths[at], buffers.paths().asIntBuffer().get(at));
      assertEquals(depths[at], buffers.depths().asIntBuffer().get(at));
      assertEquals(counts[at], buffers.counts().asLongBuffer().get(at));
    }
    assertEquals(20L * rows, buffers.bytes());
  }
}
