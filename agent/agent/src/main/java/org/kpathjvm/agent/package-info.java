/**
 * The agent: it records the JVM that it is loaded into.
 *
 * <p>The JVM calls {@code Premain}, which reads the options and puts the classes of the module
 * {@code runtime} into the target's package java.lang ({@code RuntimeClasses}, {@code
 * RecorderInstaller}, {@code InlineInstaller}). {@code PathTransformer} then instruments classes as
 * they are loaded: by means of the module {@code core}, it adds probes, which are calls of the
 * runtime. {@code MetadataWriter} lists the instrumented methods. When the agent is loaded into a
 * running JVM, {@code Attachment} records, and takes the probes out again at the end.
 *
 * <p>If the agent fails, the program runs as it would without the agent. The agent doesn't count
 * paths: the runtime and the engine do.
 */
package org.kpathjvm.agent;
