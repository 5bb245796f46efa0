/**
 * Events that functions served in tests, kept for the training of archives. Refuses to know what is
 * trained with them.
 */
@NullMarked
package thaw.app.training;

import org.jspecify.annotations.NullMarked;
