/**
 * Stand-in for DaCapo's avrora: a simulator of AVR microcontrollers. {@code Assembler} turns
 * assembly text into a {@code Program}, a {@code Machine} executes it instruction by instruction,
 * and a {@code Network} of {@code Node}s runs one thread for each node.
 */
package org.kpathjvm.workloads.dacapo.avrora;
