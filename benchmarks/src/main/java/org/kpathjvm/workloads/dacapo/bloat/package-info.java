/**
 * Stand-in for DaCapo's bloat: an optimiser of class files that uses ASM. {@code MethodOptimizer}
 * optimises a method, with the constants that {@code ConstantInterpreter} finds and the variables
 * that {@code Liveness} says are still read.
 */
package org.kpathjvm.workloads.dacapo.bloat;
