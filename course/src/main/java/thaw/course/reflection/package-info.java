/** Calls by reflection: what they cost when all is compiled, and what the first one costs. */
@NullMarked
package thaw.course.reflection;

import org.jspecify.annotations.NullMarked;
