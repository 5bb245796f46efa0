/** Shows what {@code thaw fix} has proved, for terminals, as pages and as JSON. */
@NullMarked
package thaw.explanation.fix;

import org.jspecify.annotations.NullMarked;
