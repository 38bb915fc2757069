package org.kpathjvm.workloads.grande.raytracer;

import java.util.ArrayList;
import java.util.List;
import org.kpathjvm.workloads.Vector;

/**
 * Spheres and lamps. The light along a ray is the light along the reflected ray, plus scattered
 * light and a highlight (by Phong's formula) from each lamp that isn't hidden. Source: Whitted, An
 * improved illumination model for shaded display, CACM 23(6), 1980.
 */
record Scene(List<Sphere> spheres, List<Vector> lamps) {
  private static final int MOST_REFLECTIONS = 5;
  private static final int SPHERES_ALONG_SIDE = 4;
  private static final Vector BACKGROUND = new Vector(0.1, 0.1, 0.2);
  private static final Vector WHITE = new Vector(1, 1, 1);

  static Scene lattice() {
    List<Sphere> spheres = new ArrayList<>();
    double last = SPHERES_ALONG_SIDE - 1;
    for (int i = 0; i < SPHERES_ALONG_SIDE; i++) {
      for (int j = 0; j < SPHERES_ALONG_SIDE; j++) {
        for (int k = 0; k < SPHERES_ALONG_SIDE; k++) {
          Vector centre = new Vector(2 * i - last, 2 * j - last, 2 * k - last);
          Vector colour = new Vector(i / last, j / last, k / last);
          spheres.add(new Sphere(centre, 0.75, colour, (i + j + k) % 3 * 0.3));
        }
      }
    }
    return new Scene(
        List.copyOf(spheres), List.of(new Vector(10, 20, -30), new Vector(-15, 5, -20)));
  }

  /** Returns the colour seen along a direction of length 1. */
  Vector colour(Vector origin, Vector direction) {
    return colour(origin, direction, 0);
  }

  private Vector colour(Vector origin, Vector direction, int reflections) {
    Sphere nearest = null;
    double distance = Double.POSITIVE_INFINITY;
    for (Sphere sphere : spheres) {
      double candidate = sphere.distance(origin, direction);
      if (candidate < distance) {
        nearest = sphere;
        distance = candidate;
      }
    }
    if (nearest == null) {
      return BACKGROUND;
    }
    Vector place = origin.plus(direction.times(distance));
    Vector normal = place.minus(nearest.centre()).unit();
    Vector mirrored = direction.minus(normal.times(2 * direction.dot(normal)));
    Vector colour = lit(nearest, place, normal, mirrored);
    if (nearest.shine() > 0 && reflections < MOST_REFLECTIONS) {
      colour = colour.plus(colour(place, mirrored, reflections + 1).times(nearest.shine()));
    }
    return colour;
  }

  /** Returns the light that a place scatters from the lamps, plus the lamps' highlights. */
  private Vector lit(Sphere sphere, Vector place, Vector normal, Vector mirrored) {
    Vector colour = Vector.ZERO;
    for (Vector lamp : lamps) {
      Vector toLamp = lamp.minus(place);
      double distance = Math.sqrt(toLamp.dot(toLamp));
      Vector direction = toLamp.times(1 / distance);
      double slope = direction.dot(normal);
      if (slope <= 0 || isShaded(place, direction, distance)) {
        continue;
      }
      colour = colour.plus(sphere.colour().times(slope * (1 - sphere.shine())));
      double highlight = direction.dot(mirrored);
      if (highlight > 0) {
        double squared = highlight * highlight;
        double power4 = squared * squared;
        double power16 = power4 * power4 * power4 * power4;
        colour = colour.plus(WHITE.times(power16 * sphere.shine()));
      }
    }
    return colour;
  }

  private boolean isShaded(Vector place, Vector direction, double lampDistance) {
    for (Sphere sphere : spheres) {
      if (sphere.distance(place, direction) < lampDistance) {
        return true;
      }
    }
    return false;
  }
}
