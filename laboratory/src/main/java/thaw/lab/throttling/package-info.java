/** Lesson 7: what a quota of CPU time does to bursts, warm-up, collections and pauses. */
@NullMarked
package thaw.lab.throttling;

import org.jspecify.annotations.NullMarked;
