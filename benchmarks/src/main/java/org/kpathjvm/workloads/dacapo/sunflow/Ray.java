package org.kpathjvm.workloads.dacapo.sunflow;

import org.kpathjvm.workloads.Vector;

/** A ray on its way through a scene, with the nearest triangle hit so far. */
final class Ray {
  /** Hits at a smaller distance are ignored: they are on the surface where the ray begins. */
  static final double LEAST_DISTANCE = 1e-6;

  final Vector origin;
  final Vector direction;
  final double[] inverse;
  double distance;
  Triangle hit;

  /**
   * Creates a ray that ends at the distance {@code most} if it hits nothing nearer. The direction
   * must have length 1.
   */
  Ray(Vector origin, Vector direction, double most) {
    this.origin = origin;
    this.direction = direction;
    inverse = new double[] {1 / direction.x(), 1 / direction.y(), 1 / direction.z()};
    distance = most;
  }

  /** Returns the point where the ray ends. */
  Vector point() {
    return origin.plus(direction.times(distance));
  }
}
