/**
 * The agent: it records the JVM that it is loaded into.
 *
 * <p>{@code Premain} is called by the JVM. It reads the options, puts the runtime's classes into
 * the target's java.lang ({@code RuntimeClasses}, {@code RecorderInstaller}, {@code
 * InlineInstaller}) and instruments classes as they are loaded ({@code PathTransformer}), by what
 * {@code core} makes of a class file. {@code MetadataWriter} writes what was instrumented. An agent
 * that is loaded into a running JVM is an {@code Attachment}, and leaves again.
 *
 * <p>Whatever goes wrong, the program runs as it would without the agent. The agent doesn't count
 * paths: the runtime and the engine do.
 */
package org.kpathjvm.agent;
