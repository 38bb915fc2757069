package org.kpathjvm.workloads.dacapo.sunflow;

import org.kpathjvm.workloads.Vector;

/**
 * How a surface reacts to light.
 *
 * @param kind what becomes of a ray that hits the surface
 * @param colour the share of light that the surface doesn't absorb: red, green and blue
 */
record Material(Kind kind, Vector colour) {
  /** What becomes of a ray that hits a surface. */
  enum Kind {
    /** The ray is scattered in a random direction. */
    MATT,
    /** The ray is reflected. */
    MIRROR,
    /** The ray is refracted or reflected. */
    GLASS
  }
}
