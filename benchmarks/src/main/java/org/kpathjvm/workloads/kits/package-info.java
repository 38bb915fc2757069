/**
 * Callbacks for the official kits. They use the kits' own interfaces to learn when an iteration
 * starts, when it has ended and whether its output was right. {@link
 * org.kpathjvm.workloads.kits.KitIterations} logs these iterations. The classes are compiled
 * against benchmarks/kit-apis; the kits themselves aren't part of the project.
 */
package org.kpathjvm.workloads.kits;
