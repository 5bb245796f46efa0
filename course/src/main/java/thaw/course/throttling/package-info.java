/** What a CPU quota does to a running program: pauses, bursts of work, collections, compilers. */
@NullMarked
package thaw.course.throttling;

import org.jspecify.annotations.NullMarked;
