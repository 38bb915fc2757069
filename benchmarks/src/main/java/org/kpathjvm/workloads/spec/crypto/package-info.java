/**
 * Stand-ins for SPECjvm2008's crypto benchmarks, with the algorithms of Bouncy Castle. The keys and
 * the padding are the same in every run, so they protect nothing.
 */
package org.kpathjvm.workloads.spec.crypto;
