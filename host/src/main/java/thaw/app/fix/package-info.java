/**
 * {@code thaw fix} from the project to the folder of results: copies, builds, edits, checks, what
 * is kept.
 */
@NullMarked
package thaw.app.fix;

import org.jspecify.annotations.NullMarked;
