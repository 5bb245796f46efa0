/** Time and cost over memory sizes, for terminals, as a page and as JSON. */
@NullMarked
package thaw.report.tune;

import org.jspecify.annotations.NullMarked;
