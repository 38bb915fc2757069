package org.kpathjvm.runtime.layout;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Says how many bytes a field has; the annotated constant is the field's offset. 4 is an int and 8
 * a long, both signed.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
@interface Bytes {
  int value();
}
