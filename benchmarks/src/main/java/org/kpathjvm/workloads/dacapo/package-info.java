/**
 * Stand-ins for benchmarks of DaCapo. Most stand-ins, here and in the packages below, run the same
 * libraries as DaCapo's programs. The programs of {@code avrora}, {@code bloat} and {@code sunflow}
 * are our own.
 */
package org.kpathjvm.workloads.dacapo;
