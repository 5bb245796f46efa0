/** A class of which {@code thaw lab storage} makes a project: copies of it, under other names. */
@NullMarked
package thaw.course.storage;

import org.jspecify.annotations.NullMarked;
