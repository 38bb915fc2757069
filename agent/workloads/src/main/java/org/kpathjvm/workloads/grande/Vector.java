package org.kpathjvm.workloads.grande;

/** A point, a direction or a colour. */
record Vector(double x, double y, double z) {
  static final Vector ZERO = new Vector(0, 0, 0);

  Vector plus(Vector other) {
    return new Vector(x + other.x, y + other.y, z + other.z);
  }

  Vector minus(Vector other) {
    return new Vector(x - other.x, y - other.y, z - other.z);
  }

  Vector times(double factor) {
    return new Vector(factor * x, factor * y, factor * z);
  }

  double dot(Vector other) {
    return x * other.x + y * other.y + z * other.z;
  }

  /** The same direction with length 1. */
  Vector unit() {
    return times(1 / Math.sqrt(dot(this)));
  }
}
