package org.kpathjvm.runtime.layout;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The number of bytes of a field of the segment. The annotated constant is the field's offset. A
 * field of 4 bytes is a signed int, and a field of 8 bytes is a signed long.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
@interface Bytes {
  int value();
}
