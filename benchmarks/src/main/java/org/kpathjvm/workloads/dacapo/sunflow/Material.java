package org.kpathjvm.workloads.dacapo.sunflow;

import org.kpathjvm.workloads.Vector;

/**
 * How a surface answers to light.
 *
 * @param kind what becomes of a ray that hits it
 * @param colour the share of light that it gives back, by component
 */
record Material(Kind kind, Vector colour) {
  /** What becomes of a ray. */
  enum Kind {
    /** It is scattered evenly. */
    MATT,
    /** It is reflected. */
    MIRROR,
    /** It is refracted or reflected. */
    GLASS
  }
}
