/**
 * Garbage of capturing lambdas: objects whose int fields are read with a method reference each, in
 * the ways that are compared, and the program that counts what that allocates.
 */
@NullMarked
package thaw.course.lambdagarbage;

import org.jspecify.annotations.NullMarked;
