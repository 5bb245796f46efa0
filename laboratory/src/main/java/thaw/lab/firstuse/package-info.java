/** Lesson 1: what the first use of a language feature costs a JVM. */
@NullMarked
package thaw.lab.firstuse;

import org.jspecify.annotations.NullMarked;
