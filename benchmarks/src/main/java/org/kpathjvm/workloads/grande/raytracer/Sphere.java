package org.kpathjvm.workloads.grande.raytracer;

import org.kpathjvm.workloads.Vector;

/**
 * A sphere.
 *
 * @param colour the colour of the light that the sphere scatters
 * @param shine the share of light that the sphere reflects like a mirror, from 0 to 1
 */
record Sphere(Vector centre, double radius, Vector colour, double shine) {
  /** Nearer hits are ignored, because a reflected ray starts on its sphere. */
  private static final double NEAREST = 1e-6;

  /**
   * Returns how far along a ray the sphere is hit first, or infinity if the ray misses.
   *
   * @param direction the ray's direction, of length 1
   */
  double distance(Vector origin, Vector direction) {
    Vector toCentre = centre.minus(origin);
    double along = toCentre.dot(direction);
    double discriminant = along * along - toCentre.dot(toCentre) + radius * radius;
    if (discriminant < 0) {
      return Double.POSITIVE_INFINITY;
    }
    double half = Math.sqrt(discriminant);
    double nearer = along - half;
    if (nearer > NEAREST) {
      return nearer;
    }
    double farther = along + half;
    return farther > NEAREST ? farther : Double.POSITIVE_INFINITY;
  }
}
