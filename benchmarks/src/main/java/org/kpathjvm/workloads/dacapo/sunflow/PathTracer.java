package org.kpathjvm.workloads.dacapo.sunflow;

import org.kpathjvm.workloads.Generator;
import org.kpathjvm.workloads.Vector;

/**
 * Estimates the light that comes from a direction, by following paths with random turns (Kajiya,
 * "The Rendering Equation", SIGGRAPH 1986). Every matt surface on a path adds the light that comes
 * directly from the lamp.
 */
final class PathTracer {
  private static final int BOUNCES = 6;
  private static final double REFRACTION = 1.5;
  private static final double FAR = 1e9;

  private final BoxTree scene;
  private final Generator generator;

  PathTracer(BoxTree scene, Generator generator) {
    this.scene = scene;
    this.generator = generator;
  }

  /** Returns the light that comes along one random path. */
  Vector light(Vector origin, Vector direction) {
    Vector light = Vector.ZERO;
    Vector share = new Vector(1, 1, 1);
    Ray ray = new Ray(origin, direction, FAR);
    for (int bounce = 0; bounce < BOUNCES; bounce++) {
      scene.intersect(ray);
      if (ray.hit == null) {
        break;
      }
      Material material = ray.hit.material;
      share = share.filtered(material.colour());
      Vector normal = ray.hit.normal;
      if (normal.dot(ray.direction) > 0) {
        normal = normal.times(-1);
      }
      Vector point = ray.point();
      if (material.kind() == Material.Kind.MATT) {
        light = light.plus(direct(point, normal).filtered(share));
      }
      ray = new Ray(point, next(ray, normal), FAR);
    }
    return light;
  }

  private Vector direct(Vector point, Vector normal) {
    Vector lamp =
        new Vector(
            (generator.unit() * 2 - 1) * Scene.LIGHT_HALF_WIDTH,
            Scene.LIGHT_HEIGHT,
            (generator.unit() * 2 - 1) * Scene.LIGHT_HALF_WIDTH);
    Vector way = lamp.minus(point);
    double square = way.dot(way);
    double length = Math.sqrt(square);
    Vector direction = way.times(1 / length);
    double cosine = direction.dot(normal);
    if (cosine <= 0 || direction.y() <= 0) {
      return Vector.ZERO;
    }
    Ray shadow = new Ray(point, direction, length - Ray.LEAST_DISTANCE);
    scene.intersect(shadow);
    if (shadow.hit != null) {
      return Vector.ZERO;
    }
    double area = 4 * Scene.LIGHT_HALF_WIDTH * Scene.LIGHT_HALF_WIDTH;
    return Scene.LIGHT.times(cosine * direction.y() * area / (Math.PI * square));
  }

  private Vector next(Ray ray, Vector normal) {
    return switch (ray.hit.material.kind()) {
      case MATT -> scattered(normal);
      case MIRROR -> reflected(ray.direction, normal);
      case GLASS -> refracted(ray, normal);
    };
  }

  /** Returns a cosine-distributed direction: the normal plus a random point on the unit sphere. */
  private Vector scattered(Vector normal) {
    while (true) {
      Vector point =
          new Vector(generator.unit() * 2 - 1, generator.unit() * 2 - 1, generator.unit() * 2 - 1);
      double square = point.dot(point);
      if (square <= 1 && square > 1e-9) {
        Vector sum = normal.plus(point.times(1 / Math.sqrt(square)));
        if (sum.dot(sum) > 1e-9) {
          return sum.unit();
        }
      }
    }
  }

  private static Vector reflected(Vector direction, Vector normal) {
    return direction.minus(normal.times(2 * direction.dot(normal))).unit();
  }

  private Vector refracted(Ray ray, Vector normal) {
    boolean isEntering = ray.hit.normal.dot(ray.direction) < 0;
    double ratio = isEntering ? 1 / REFRACTION : REFRACTION;
    double cosine = -normal.dot(ray.direction);
    double rest = 1 - ratio * ratio * (1 - cosine * cosine);
    if (rest < 0 || generator.unit() < reflectance(rest > 0 ? cosine : 0)) {
      return reflected(ray.direction, normal);
    }
    return ray.direction.times(ratio).plus(normal.times(ratio * cosine - Math.sqrt(rest))).unit();
  }

  /** Returns Schlick's approximation of Fresnel's equations. */
  private static double reflectance(double cosine) {
    double straight = (REFRACTION - 1) / (REFRACTION + 1);
    double base = straight * straight;
    double off = 1 - cosine;
    return base + (1 - base) * off * off * off * off * off;
  }
}
