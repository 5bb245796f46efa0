/** Lesson 2: which lambda expressions leave garbage, and when the compiler removes it. */
@NullMarked
package thaw.lab.garbage;

import org.jspecify.annotations.NullMarked;
