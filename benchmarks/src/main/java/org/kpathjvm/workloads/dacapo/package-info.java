/**
 * Stand-ins for benchmarks of DaCapo. Most of them, here and in the packages below, run the
 * libraries that DaCapo's programs run. The programs of {@code avrora}, {@code bloat} and {@code
 * sunflow} are our own.
 */
package org.kpathjvm.workloads.dacapo;
