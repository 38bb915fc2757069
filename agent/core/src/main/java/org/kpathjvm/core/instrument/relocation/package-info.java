/**
 * Instrumented classes that may be kept: their ids are numbers relative to their method's first one
 * until a JVM that uses the class has given that.
 */
package org.kpathjvm.core.instrument.relocation;
