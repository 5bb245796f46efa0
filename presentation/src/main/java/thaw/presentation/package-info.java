/**
 * Has what all rooms share that show something: texts and lines of terminals, the frame of pages
 * with its charts, files that are replaced at once.
 *
 * <p>Refuses to know what is shown. May use no other room.
 */
@NullMarked
package thaw.presentation;

import org.jspecify.annotations.NullMarked;
