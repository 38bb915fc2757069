/**
 * Maps the files of segments and journals into the engine's memory: {@link
 * org.kpathjvm.engine.mapping.SegmentMapping} reads and writes a file by offset. The layouts of the
 * files are dealt with in packages {@code segment} and {@code journal}.
 */
package org.kpathjvm.engine.mapping;
