/**
 * Experiments, the choice of a memory size, whether SnapStart pays, and cold starts of deployed
 * functions, for terminals, as pages and as JSON.
 */
@NullMarked
package thaw.report.bench;

import org.jspecify.annotations.NullMarked;
