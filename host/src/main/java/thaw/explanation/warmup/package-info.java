/** The first requests of an environment that takes many at a time, for people. */
@NullMarked
package thaw.explanation.warmup;

import org.jspecify.annotations.NullMarked;
