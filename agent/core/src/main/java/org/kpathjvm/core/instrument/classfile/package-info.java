/**
 * Class files as they are read and written: versions, offsets, sizes, constants. What a new version
 * of the format changes, it changes here.
 */
package org.kpathjvm.core.instrument.classfile;
