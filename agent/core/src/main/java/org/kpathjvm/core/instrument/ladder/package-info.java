/**
 * How much of a method is recorded: the highest rung on which it fits, by the size that is
 * predicted for its code and for the constant pool of its class.
 */
package org.kpathjvm.core.instrument.ladder;
