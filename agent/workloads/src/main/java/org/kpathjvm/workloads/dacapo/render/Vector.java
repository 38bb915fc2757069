package org.kpathjvm.workloads.dacapo.render;

/** A direction, a point or a colour. */
record Vector(double x, double y, double z) {
  static final Vector ZERO = new Vector(0, 0, 0);

  Vector plus(Vector other) {
    return new Vector(x + other.x, y + other.y, z + other.z);
  }

  Vector minus(Vector other) {
    return new Vector(x - other.x, y - other.y, z - other.z);
  }

  Vector times(double factor) {
    return new Vector(x * factor, y * factor, z * factor);
  }

  /** Component by component, as light is filtered by a colour. */
  Vector filtered(Vector colour) {
    return new Vector(x * colour.x, y * colour.y, z * colour.z);
  }

  double dot(Vector other) {
    return x * other.x + y * other.y + z * other.z;
  }

  Vector cross(Vector other) {
    return new Vector(
        y * other.z - z * other.y, z * other.x - x * other.z, x * other.y - y * other.x);
  }

  Vector normalised() {
    return times(1 / Math.sqrt(dot(this)));
  }

  double component(int axis) {
    return switch (axis) {
      case 0 -> x;
      case 1 -> y;
      default -> z;
    };
  }
}
