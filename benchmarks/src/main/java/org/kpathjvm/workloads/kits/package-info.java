/**
 * Callbacks for the official kits, and a program that runs SPECjvm2008. The callbacks use the kits'
 * own interfaces to learn when an iteration starts, when it has ended and whether its output was
 * right. {@link org.kpathjvm.workloads.kits.KitIterations} logs the iterations. The classes are
 * compiled against benchmarks/kit-apis; the kits themselves aren't part of the project.
 */
package org.kpathjvm.workloads.kits;
