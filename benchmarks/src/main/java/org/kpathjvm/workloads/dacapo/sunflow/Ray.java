package org.kpathjvm.workloads.dacapo.sunflow;

import org.kpathjvm.workloads.Vector;

/** A ray on its way through a scene, with the nearest triangle hit so far. */
final class Ray {
  /** A nearer hit is ignored: it is on the surface that the ray comes from. */
  static final double LEAST_DISTANCE = 1e-6;

  final Vector origin;
  final Vector direction;
  final double[] inverse;
  double distance;
  Triangle hit;

  /**
   * Creates a ray that ends at the distance {@code most} if it hits nothing before. Its direction
   * has length 1.
   */
  Ray(Vector origin, Vector direction, double most) {
    this.origin = origin;
    this.direction = direction;
    inverse = new double[] {1 / direction.x(), 1 / direction.y(), 1 / direction.z()};
    distance = most;
  }

  /** Returns where the ray hits. */
  Vector point() {
    return origin.plus(direction.times(distance));
  }
}
