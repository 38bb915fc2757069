/**
 * Inside the official kits: their own callback interfaces say when an iteration starts, when it has
 * ended and whether its output was right, and {@link KitIterations} writes that down.
 */
package org.kpathjvm.workloads.kits;
