/** Lesson 3: what calls by reflection cost, at first and later. */
@NullMarked
package thaw.lab.reflection;

import org.jspecify.annotations.NullMarked;
