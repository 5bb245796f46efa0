package thaw.wire;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Has the annotation processor keep the fields of protobuf that a type does not know, so that they
 * are written again: on a {@code byte[]}, the last component of a record or property of a bean. It
 * is no field, and has no number. See {@link Wire#unknown}.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target({ElementType.FIELD, ElementType.METHOD, ElementType.RECORD_COMPONENT})
public @interface Unknown {}
