package org.kpathjvm.workloads.grande.raytracer;

import org.kpathjvm.workloads.Benchmark;
import org.kpathjvm.workloads.Inputs;
import org.kpathjvm.workloads.ResultDigest;
import org.kpathjvm.workloads.StandInFailure;
import org.kpathjvm.workloads.Vector;

/**
 * raytracer: renders a picture of 64 spheres with shadows, highlights and reflections. Setting:
 * {@code side}, the side of the square picture in pixels.
 */
public final class RayTracer implements Benchmark {
  private static final Vector EYE = new Vector(1.5, 2.5, -12);
  private static final double FIELD_OF_VIEW = 0.9;

  private final Scene scene = Scene.lattice();
  private int side;
  private int[] pixels;

  @Override
  public void prepare(Inputs inputs) throws StandInFailure {
    side = inputs.number("side");
  }

  @Override
  public void iterate() {
    pixels = render(scene, side);
  }

  @Override
  public void digest(ResultDigest result) {
    result.add(pixels);
  }

  /** Returns the pixels row by row, each as 0xRRGGBB. */
  static int[] render(Scene scene, int side) {
    int[] pixels = new int[side * side];
    Vector forward = Vector.ZERO.minus(EYE).unit();
    Vector right = new Vector(forward.z(), 0, -forward.x()).unit();
    Vector up =
        new Vector(
            forward.y() * right.z(),
            forward.z() * right.x() - forward.x() * right.z(),
            -forward.y() * right.x());
    for (int row = 0; row < side; row++) {
      for (int column = 0; column < side; column++) {
        double x = FIELD_OF_VIEW * ((column + 0.5) / side - 0.5);
        double y = FIELD_OF_VIEW * (0.5 - (row + 0.5) / side);
        Vector direction = forward.plus(right.times(x)).plus(up.times(y)).unit();
        pixels[row * side + column] = packed(scene.colour(EYE, direction));
      }
    }
    return pixels;
  }

  private static int packed(Vector colour) {
    return level(colour.x()) << 16 | level(colour.y()) << 8 | level(colour.z());
  }

  private static int level(double brightness) {
    return (int) (255 * Math.min(1, brightness));
  }
}
