/**
 * Stand-in for DaCapo's bloat. It optimises class files with ASM. {@code ConstantInterpreter} finds
 * constants, {@code Liveness} finds variables that may still be read, and {@code MethodOptimizer}
 * uses both to optimise a method.
 */
package org.kpathjvm.workloads.dacapo.bloat;
