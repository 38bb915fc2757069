/**
 * Stand-ins for SPECjvm2008's scimark: five numerical kernels. Their numbers come from a {@code
 * LaggedFibonacci} generator.
 */
package org.kpathjvm.workloads.spec.scimark;
