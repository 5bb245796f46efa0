/** Experiments and cold starts of deployed functions, for terminals, as pages and as JSON. */
@NullMarked
package thaw.report.bench;

import org.jspecify.annotations.NullMarked;
