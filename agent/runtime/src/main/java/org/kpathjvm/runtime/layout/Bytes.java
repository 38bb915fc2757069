package org.kpathjvm.runtime.layout;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The width in bytes of the field whose offset a constant is. 4 is an int and 8 a long, both
 * signed.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
@interface Bytes {
  int value();
}
