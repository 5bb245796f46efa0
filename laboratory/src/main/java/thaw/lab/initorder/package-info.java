/** Lesson 4: what a function gains by work in a static initialiser or in its constructor. */
@NullMarked
package thaw.lab.initorder;

import org.jspecify.annotations.NullMarked;
