package org.kpathjvm.workloads.dacapo.sunflow;

import java.util.ArrayList;
import java.util.List;
import org.kpathjvm.workloads.Generator;
import org.kpathjvm.workloads.Vector;

/**
 * A room with a light in its ceiling, hills for a floor, and balls of all materials.
 *
 * <p>Walls, floor and balls consist of triangles. The room reaches from -1 to 1 in each direction.
 */
final class Scene {
  static final Vector LIGHT = new Vector(14, 13, 11);
  static final double LIGHT_HALF_WIDTH = 0.3;
  static final double LIGHT_HEIGHT = 0.99;

  private static final Material WHITE = matt(0.75, 0.75, 0.75);
  private static final Material RED = matt(0.7, 0.2, 0.15);
  private static final Material BLUE = matt(0.2, 0.25, 0.7);
  private static final Material HILL = matt(0.35, 0.55, 0.25);
  private static final Material MIRROR = new Material(Material.Kind.MIRROR, grey(0.95));
  private static final Material GLASS = new Material(Material.Kind.GLASS, grey(0.98));

  private final List<Triangle> triangles = new ArrayList<>();
  private final Generator generator;

  private Scene(long seed) {
    generator = new Generator(seed);
  }

  /**
   * Returns the triangles of a scene.
   *
   * @param detail the number of cells that the floor has in each direction; a ball has half as many
   *     from pole to pole
   */
  static List<Triangle> generate(long seed, int detail) {
    Scene scene = new Scene(seed);
    scene.addWalls();
    scene.addFloor(detail);
    Material[] materials = {MIRROR, GLASS, matt(0.8, 0.6, 0.2), matt(0.3, 0.6, 0.6)};
    for (int i = 0; i < 8; i++) {
      Vector centre =
          new Vector(
              scene.generator.unit() * 1.4 - 0.7,
              scene.generator.unit() * 0.8 - 0.6,
              scene.generator.unit() * 1.2 - 0.6);
      double radius = 0.12 + 0.12 * scene.generator.unit();
      scene.addBall(centre, radius, detail / 2, materials[i % materials.length]);
    }
    return scene.triangles;
  }

  private static Material matt(double red, double green, double blue) {
    return new Material(Material.Kind.MATT, new Vector(red, green, blue));
  }

  private static Vector grey(double share) {
    return new Vector(share, share, share);
  }

  private void addWalls() {
    Vector[] corners = new Vector[8];
    for (int i = 0; i < corners.length; i++) {
      corners[i] = new Vector((i & 1) * 2 - 1, (i >> 1 & 1) * 2 - 1, (i >> 2 & 1) * 2 - 1);
    }
    addQuad(corners[0], corners[2], corners[6], corners[4], RED);
    addQuad(corners[1], corners[3], corners[7], corners[5], BLUE);
    addQuad(corners[4], corners[5], corners[7], corners[6], WHITE);
    addQuad(corners[2], corners[3], corners[7], corners[6], WHITE);
  }

  private void addQuad(Vector a, Vector b, Vector c, Vector d, Material material) {
    triangles.add(new Triangle(a, b, c, material));
    triangles.add(new Triangle(a, c, d, material));
  }

  private void addFloor(int cells) {
    Vector[][] points = new Vector[cells + 1][cells + 1];
    for (int i = 0; i <= cells; i++) {
      for (int j = 0; j <= cells; j++) {
        double height = -0.95 + 0.1 * generator.unit();
        points[i][j] = new Vector(2.0 * i / cells - 1, height, 2.0 * j / cells - 1);
      }
    }
    for (int i = 0; i < cells; i++) {
      for (int j = 0; j < cells; j++) {
        addQuad(points[i][j], points[i + 1][j], points[i + 1][j + 1], points[i][j + 1], HILL);
      }
    }
  }

  private void addBall(Vector centre, double radius, int cells, Material material) {
    Vector[][] points = new Vector[cells + 1][2 * cells + 1];
    for (int i = 0; i <= cells; i++) {
      // StrictMath gives the same bits on every JVM.
      double polar = StrictMath.PI * i / cells;
      for (int j = 0; j <= 2 * cells; j++) {
        double around = StrictMath.PI * j / cells;
        Vector direction =
            new Vector(
                StrictMath.sin(polar) * StrictMath.cos(around),
                StrictMath.cos(polar),
                StrictMath.sin(polar) * StrictMath.sin(around));
        points[i][j] = centre.plus(direction.times(radius));
      }
    }
    for (int i = 0; i < cells; i++) {
      for (int j = 0; j < 2 * cells; j++) {
        // At the poles, one of the two triangles would have no area, and is left out.
        if (i > 0) {
          triangles.add(new Triangle(points[i][j], points[i + 1][j], points[i][j + 1], material));
        }
        if (i < cells - 1) {
          triangles.add(
              new Triangle(points[i + 1][j], points[i + 1][j + 1], points[i][j + 1], material));
        }
      }
    }
  }
}
