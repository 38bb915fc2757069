/**
 * Stand-in for DaCapo's sunflow: a renderer that traces paths of light. {@code Scene} makes the
 * triangles, {@code BoxTree} finds the triangle that a {@code Ray} hits, and {@code PathTracer}
 * adds up the light.
 */
package org.kpathjvm.workloads.dacapo.sunflow;
