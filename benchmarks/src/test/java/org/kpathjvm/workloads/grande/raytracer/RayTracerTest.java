package org.kpathjvm.workloads.grande.raytracer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.kpathjvm.workloads.Vector;

class RayTracerTest {
  private static final Vector ORIGIN = new Vector(0, 0, -5);
  private static final Vector AHEAD = new Vector(0, 0, 1);

  @Test
  void raysEndOnTheSphere() {
    Random random = new Random(1);
    Sphere sphere = new Sphere(new Vector(0.3, -0.2, 1), 2, Vector.ZERO, 0);
    int hits = 0;
    for (int i = 0; i < 1000; i++) {
      Vector direction =
          new Vector(random.nextDouble() - 0.5, random.nextDouble() - 0.5, random.nextDouble())
              .unit();
      double distance = sphere.distance(ORIGIN, direction);
      if (distance < Double.POSITIVE_INFINITY) {
        Vector radius = ORIGIN.plus(direction.times(distance)).minus(sphere.centre());
        assertEquals(2, Math.sqrt(radius.dot(radius)), 1e-9);
        assertTrue(radius.dot(direction) <= 1e-9, "the ray hits the nearer side");
        hits++;
      }
    }
    assertTrue(hits > 100 && hits < 900);
    assertEquals(1, sphere.distance(new Vector(0.3, -0.2, 2), AHEAD), 1e-12, "from inside");
  }

  @Test
  void theMiddleOfASphereIsFullyLit() {
    Vector red = new Vector(1, 0, 0);
    Sphere sphere = new Sphere(Vector.ZERO, 1, red, 0);
    Scene scene = new Scene(List.of(sphere), List.of(ORIGIN));
    Vector colour = scene.colour(ORIGIN, AHEAD);
    assertEquals(1, colour.x(), 1e-12);
    assertEquals(0, colour.y(), 1e-12);
  }

  @Test
  void spheresThrowShadows() {
    Sphere sphere = new Sphere(Vector.ZERO, 1, new Vector(1, 1, 1), 0);
    Vector lamp = new Vector(0, 10, -10);
    Sphere between = new Sphere(new Vector(0, 5, -5), 1, new Vector(1, 1, 1), 0);
    Vector lit = new Scene(List.of(sphere), List.of(lamp)).colour(ORIGIN, AHEAD);
    Vector shaded = new Scene(List.of(sphere, between), List.of(lamp)).colour(ORIGIN, AHEAD);
    assertTrue(lit.x() > 0.5);
    assertEquals(Vector.ZERO, shaded);
  }

  @Test
  void mirrorsShowSpheresBehindTheEye() {
    Sphere mirror = new Sphere(Vector.ZERO, 1, Vector.ZERO, 1);
    Sphere behind = new Sphere(new Vector(0, 0, -20), 3, new Vector(0, 1, 0), 0);
    Vector lamp = new Vector(0, 30, -6);
    Vector colour = new Scene(List.of(mirror, behind), List.of(lamp)).colour(ORIGIN, AHEAD);
    assertTrue(
        colour.y() > 0.1 && colour.x() < 1e-6, "the mirror shows the green sphere behind the eye");
  }

  @Test
  void thePictureHasManyColours() {
    int[] pixels = RayTracer.render(Scene.lattice(), 40);
    assertTrue(Arrays.stream(pixels).distinct().count() > 300);
  }
}
