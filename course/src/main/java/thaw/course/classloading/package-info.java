/** Loading of many classes, from wherever the class path has them. */
@NullMarked
package thaw.course.classloading;

import org.jspecify.annotations.NullMarked;
