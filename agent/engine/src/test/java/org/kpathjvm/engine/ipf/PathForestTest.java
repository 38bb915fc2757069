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

/** Tests the rows of a forest whose nodes are added in preorder, and the buffers of the rows. */
class PathForestTest {
  /** A number of rows for which a column needs several chunks. */
  private static final int MANY = 3 * IntColumn.CHUNK_LENGTH - 1;

  @Property(tries = 100)
  void rowsAreOrderedByLevel(
      @ForAll @IntRange(min = 0, max = 300) int rows,
      @ForAll @IntRange(min = 1, max = 40) int levels,
      @ForAll long seed) {
    check(rows, levels, new Random(seed));
  }

  @Test
  void columnsMayHaveSeveralChunks() {
    check(MANY, 3, new Random(1));
    check(IntColumn.CHUNK_LENGTH, 1, new Random(2));
    check(2 * IntColumn.CHUNK_LENGTH, 1, new Random(3));
    check(IntColumn.SHORTEST_CHUNK + 1, 1, new Random(4));
  }

  @Test
  void removedRowsAreGone() {
    PathForest forest = new PathForest();
    assertEquals(0, forest.add(1, PathForest.NO_PARENT, 1, 10));
    assertEquals(0, forest.add(2, 0, 2, 5));
    assertEquals(1, forest.add(1, PathForest.NO_PARENT, 3, 7));
    forest.removeLast(1);
    assertEquals(1, forest.add(2, 0, 4, 4));
    forest.removeLast(2);
    assertEquals(2, forest.size());
    assertEquals(1, forest.rootCount());
    assertEquals(new PathForestShape(1, 1), forest.shape());
    PathForestBuffers buffers = forest.moveToBuffers();
    assertEquals(IntBuffer.wrap(new int[] {-1, 0}), buffers.parents().asIntBuffer());
    assertEquals(IntBuffer.wrap(new int[] {1, 2}), buffers.paths().asIntBuffer());
  }

  /** Removes a row on each side of a boundary of two chunks, and adds new rows in their places. */
  @Test
  void anEmptiedChunkCanBeFilledAgain() {
    PathForest forest = new PathForest();
    for (int row = 0; row <= IntColumn.CHUNK_LENGTH; row++) {
      forest.add(1, PathForest.NO_PARENT, row, row);
    }
    forest.removeLast(1);
    forest.removeLast(1);
    forest.add(1, PathForest.NO_PARENT, -1, 5);
    forest.add(1, PathForest.NO_PARENT, -2, 6);
    forest.setCount(1, IntColumn.CHUNK_LENGTH, 7);
    assertEquals(IntColumn.CHUNK_LENGTH - 2, forest.path(IntColumn.CHUNK_LENGTH - 2));
    assertEquals(-1, forest.path(IntColumn.CHUNK_LENGTH - 1));
    assertEquals(-2, forest.path(IntColumn.CHUNK_LENGTH));
    assertEquals(7, forest.count(IntColumn.CHUNK_LENGTH));
  }

  /** A node: its depth, the place of its parent on the level above, its path and its count. */
  private record Node(int depth, int parent, int path, long count) {}

  /** Adds random nodes in preorder. Compares rows and buffers with the nodes sorted by depth. */
  private static void check(int rows, int levels, Random random) {
    PathForest forest = new PathForest();
    List<Node> nodes = new ArrayList<>();
    int[] sizes = new int[levels + 1];
    int branch = 0;
    for (int row = 0; row < rows; row++) {
      int depth = 1 + random.nextInt(Math.min(branch + 1, levels));
      int parent = depth == 1 ? PathForest.NO_PARENT : sizes[depth - 1] - 1;
      Node node = new Node(depth, parent, random.nextInt(), random.nextLong());
      nodes.add(node);
      assertEquals(sizes[depth]++, forest.add(depth, parent, node.path, node.count));
      branch = depth;
    }
    nodes.sort(Comparator.comparingInt(Node::depth));
    int[] first = new int[levels + 2];
    for (int depth = 1; depth <= levels; depth++) {
      first[depth + 1] = first[depth] + sizes[depth];
    }
    assertEquals(rows, forest.size());
    Random drawn = new Random(rows);
    for (int looked = 0; looked < Math.min(rows, 200); looked++) {
      int row = drawn.nextInt(rows);
      Node node = nodes.get(row);
      assertEquals(node.depth, forest.depth(row));
      assertEquals(node.path, forest.path(row));
      assertEquals(node.count, forest.count(row));
      assertEquals(parentRow(node, first), forest.parent(row));
    }
    checkShape(nodes, first, forest.shape());
    PathForestBuffers buffers = forest.moveToBuffers();
    for (int row = 0; row < rows; row++) {
      Node node = nodes.get(row);
      assertEquals(parentRow(node, first), buffers.parents().asIntBuffer().get(row));
      assertEquals(node.path, buffers.paths().asIntBuffer().get(row));
      assertEquals(node.depth, buffers.depths().asIntBuffer().get(row));
      assertEquals(node.count, buffers.counts().asLongBuffer().get(row));
    }
    assertEquals((long) PathForest.BYTES_PER_ROW * rows, buffers.bytes());
  }

  private static int parentRow(Node node, int[] first) {
    return node.depth == 1 ? PathForest.NO_PARENT : first[node.depth - 1] + node.parent;
  }

  private static void checkShape(List<Node> nodes, int[] first, PathForestShape shape) {
    int[] children = new int[nodes.size()];
    for (Node node : nodes) {
      if (node.depth > 1) {
        children[parentRow(node, first)]++;
      }
    }
    double degree = IntStream.of(children).filter(count -> count > 0).average().orElse(0);
    double leafDepth =
        IntStream.range(0, nodes.size())
            .filter(row -> children[row] == 0)
            .map(row -> nodes.get(row).depth - 1)
            .average()
            .orElse(0);
    assertEquals(degree, shape.averageInternalDegree(), 1e-9);
    assertEquals(leafDepth, shape.averageLeafDepth(), 1e-9);
  }
}
