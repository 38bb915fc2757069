package org.kpathjvm.workloads.dacapo.sunflow;

import org.kpathjvm.workloads.Vector;

/** A triangle of one material. */
final class Triangle {
  private static final double PARALLEL = 1e-12;

  private final Vector corner;
  private final Vector first;
  private final Vector second;
  final Vector normal;
  final Material material;
  final double[] least = new double[3];
  final double[] most = new double[3];

  Triangle(Vector a, Vector b, Vector c, Material material) {
    corner = a;
    first = b.minus(a);
    second = c.minus(a);
    normal = first.cross(second).unit();
    this.material = material;
    for (int axis = 0; axis < 3; axis++) {
      double p = a.component(axis);
      double q = b.component(axis);
      double r = c.component(axis);
      least[axis] = Math.min(p, Math.min(q, r));
      most[axis] = Math.max(p, Math.max(q, r));
    }
  }

  double centre(int axis) {
    return (least[axis] + most[axis]) / 2;
  }

  /**
   * Lets the ray end at this triangle if it hits the triangle and has hit nothing nearer so far.
   *
   * <p>The method is that of Möller and Trumbore, "Fast, Minimum Storage Ray/Triangle
   * Intersection", 1997.
   */
  void intersect(Ray ray) {
    Vector p = ray.direction.cross(second);
    double determinant = first.dot(p);
    if (Math.abs(determinant) < PARALLEL) {
      return;
    }
    double inverse = 1 / determinant;
    Vector from = ray.origin.minus(corner);
    double u = from.dot(p) * inverse;
    if (u < 0 || u > 1) {
      return;
    }
    Vector q = from.cross(first);
    double v = ray.direction.dot(q) * inverse;
    if (v < 0 || u + v > 1) {
      return;
    }
    double distance = second.dot(q) * inverse;
    if (distance > Ray.LEAST_DISTANCE && distance < ray.distance) {
      ray.distance = distance;
      ray.hit = this;
    }
  }
}
