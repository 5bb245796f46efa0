/**
 * The programs that {@code thaw lab} measures: a package for each lesson, and here what they share.
 * Each runs in a fresh JVM and tells its figures in lines {@code @key=value}.
 */
@NullMarked
package thaw.course;

import org.jspecify.annotations.NullMarked;
