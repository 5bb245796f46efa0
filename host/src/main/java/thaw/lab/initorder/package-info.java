/** Lesson 4: where a function's work is best done, before or in its first request. */
@NullMarked
package thaw.lab.initorder;

import org.jspecify.annotations.NullMarked;
