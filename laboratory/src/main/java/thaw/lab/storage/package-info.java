/** Lesson 6: what the storage below them costs builds and cold starts. */
@NullMarked
package thaw.lab.storage;

import org.jspecify.annotations.NullMarked;
