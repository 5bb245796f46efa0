/**
 * One description of an object's fields, and the formats in which they are written and read: text
 * with names (JSON, YAML) or numbers (FIX), and binary with names (CBOR), with numbers (protobuf)
 * or with neither.
 *
 * <p>It is loaded inside a function's JVM, where each class costs time of a cold start: no
 * dependencies, no reflection, no lambdas, no service loading, and few classes on the way of a
 * value. It knows nothing of Lambda.
 *
 * <p>Writers and readers are for one thread at a time, and are made to be used again: one that is
 * used again allocates nothing for primitive fields.
 *
 * <p>A description gives each {@code Field} to a {@code Wire}. A {@code Writer} appends header and
 * value. A {@code Reader} compares the next header with the field's, made once, and makes a {@code
 * FieldIndex} of the object only where it is another one. The path in a message is computed when
 * something is wrong.
 */
@NullMarked
package thaw.wire;

import org.jspecify.annotations.NullMarked;
