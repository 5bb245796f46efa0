/** Lesson 5: what loading classes costs, by where they come from. */
@NullMarked
package thaw.lab.classloading;

import org.jspecify.annotations.NullMarked;
