/**
 * Shared code of all that is shown: texts and lines of terminals, the frame of pages with charts,
 * and forms of files that several rooms write.
 *
 * <p>Refuses to know what is shown. May use no other room.
 */
@NullMarked
package thaw.presentation;

import org.jspecify.annotations.NullMarked;
