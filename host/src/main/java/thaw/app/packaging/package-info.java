/** {@code thaw package}: every way to AWS made, trained and compared. */
@NullMarked
package thaw.app.packaging;

import org.jspecify.annotations.NullMarked;
