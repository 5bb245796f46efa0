/**
 * Keeps what one restore learns for all later ones of this program: facts about the kernel, and
 * pages that the first request needs.
 */
@NullMarked
package thaw.environment.restore;

import org.jspecify.annotations.NullMarked;
