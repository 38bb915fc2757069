/**
 * The lines of methods.jsonl, with which a reader turns ids into blocks and source lines.
 *
 * <p>{@link MethodRecord} is the line of an instrumented method. {@link SkippedMethod} is the line
 * of a method or class that isn't instrumented. {@link SinceLine} writes the line with the time at
 * which the recording of some methods began. {@link PathTables} writes the values by which path
 * numbers are decoded; Ball and Larus call them Vals. {@link Decisions} writes what branches and
 * switches decide, and what handlers catch.
 *
 * <p>The package only writes the lines, and the Python side reads them. The format is described in
 * docs/formats.
 */
package org.kpathjvm.core.instrument.metadata;
