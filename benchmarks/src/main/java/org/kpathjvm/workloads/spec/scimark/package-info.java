/**
 * Stand-ins for SPECjvm2008's scimark: five numerical kernels, on numbers from a {@code
 * LaggedFibonacci} generator.
 */
package org.kpathjvm.workloads.spec.scimark;
