/** Explained cold starts, for terminals, as pages, as JSON and as profiles of other tools. */
@NullMarked
package thaw.explanation.why;

import org.jspecify.annotations.NullMarked;
