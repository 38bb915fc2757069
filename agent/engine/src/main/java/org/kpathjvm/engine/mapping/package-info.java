/**
 * Maps the files of segments and journals into the engine's memory: {@link
 * org.kpathjvm.engine.mapping.SegmentMapping} reads and writes a file by offset.
 */
package org.kpathjvm.engine.mapping;
