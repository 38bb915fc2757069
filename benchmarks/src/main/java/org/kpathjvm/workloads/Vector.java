package org.kpathjvm.workloads;

/** A direction, a point or a colour. */
public record Vector(double x, double y, double z) {
  public static final Vector ZERO = new Vector(0, 0, 0);

  public Vector plus(Vector other) {
    return new Vector(x + other.x, y + other.y, z + other.z);
  }

  public Vector minus(Vector other) {
    return new Vector(x - other.x, y - other.y, z - other.z);
  }

  public Vector times(double factor) {
    return new Vector(x * factor, y * factor, z * factor);
  }

  /** Multiplies component by component, as a colour filters light. */
  public Vector filtered(Vector colour) {
    return new Vector(x * colour.x, y * colour.y, z * colour.z);
  }

  public double dot(Vector other) {
    return x * other.x + y * other.y + z * other.z;
  }

  public Vector cross(Vector other) {
    return new Vector(
        y * other.z - z * other.y, z * other.x - x * other.z, x * other.y - y * other.x);
  }

  /** Returns a vector of length 1 in the same direction. */
  public Vector unit() {
    return times(1 / Math.sqrt(dot(this)));
  }

  public double component(int axis) {
    return switch (axis) {
      case 0 -> x;
      case 1 -> y;
      default -> z;
    };
  }
}
