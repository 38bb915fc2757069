package org.kpathjvm.core.numbering;

import java.util.Arrays;
import java.util.List;

/**
 * Regenerates a path from its number, as on Ball and Larus's slide "Path Regeneration". Each step,
 * from the start to the end, has the largest value that doesn't exceed the rest of the number.
 */
public final class PathDecoder {
  private final PathNumbering numbering;
  private final List<Start> starts;
  private final int[] startValues;
  private final BlockSteps[] steps;

  private PathDecoder(PathNumbering numbering) {
    this.numbering = numbering;
    starts = numbering.starts();
    steps = new BlockSteps[numbering.graph().blockCount()];
    startValues = starts.stream().mapToInt(Start::value).toArray();
  }

  /**
   * Returns a decoder of the paths of a numbering.
   *
   * @throws IllegalStateException if the numbering has too many paths
   */
  public static PathDecoder of(PathNumbering numbering) {
    return new PathDecoder(numbering);
  }

  /**
   * Returns the path with the given number.
   *
   * @throws IllegalArgumentException if no path has the number
   */
  public DecodedPath decode(int id) {
    if (id < 0 || id >= numbering.pathCount()) {
      throw new IllegalArgumentException(
          "path " + id + " is not one of the " + numbering.pathCount());
    }
    int found = Arrays.binarySearch(startValues, id);
    Start start = starts.get(found >= 0 ? found : -found - 2);
    int rest = id - start.value();
    int[] blocks = new int[16];
    int length = 0;
    int block = start.block();
    while (true) {
      if (length == blocks.length) {
        blocks = Arrays.copyOf(blocks, 2 * length);
      }
      blocks[length++] = block;
      BlockSteps here = steps(block);
      int step = here.at(rest);
      rest -= here.value(step);
      if (here.isEnd(step)) {
        return new DecodedPath(start.kind(), Arrays.copyOf(blocks, length), here.endKind(step));
      }
      block = here.target(step);
    }
  }

  private BlockSteps steps(int block) {
    if (steps[block] == null) {
      steps[block] = BlockSteps.of(block, numbering.graph(), numbering);
    }
    return steps[block];
  }

  /**
   * Returns the number of a path.
   *
   * @throws IllegalArgumentException if the numbering has no such path
   */
  public int encode(DecodedPath path) {
    int[] blocks = path.blocks();
    int id = present(numbering.startValue(path.startKind(), blocks[0]), path);
    for (int place = 1; place < blocks.length; place++) {
      id += present(numbering.edgeValue(blocks[place - 1], blocks[place]), path);
    }
    return id + present(numbering.endValue(path.endKind(), blocks[blocks.length - 1]), path);
  }

  private static int present(int value, DecodedPath path) {
    if (value < 0) {
      throw new IllegalArgumentException("not a path of this numbering: " + path);
    }
    return value;
  }
}
