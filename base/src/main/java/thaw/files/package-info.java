/**
 * Whole files, folders with all that is in them, trees that others have filled, and stored entries
 * of zips: how they are read, made, copied and removed.
 *
 * <p>A ground floor as {@code problem} is: every room may use it, it uses none. It refuses to know
 * what the files are about.
 *
 * <p>May use no other room.
 */
@NullMarked
package thaw.files;

import org.jspecify.annotations.NullMarked;
