/**
 * Experiments, the choice of a memory size, whether SnapStart pays, and cold starts of deployed
 * functions, for terminals, as pages and as JSON; with what they warn of, and what AWS Lambda is
 * expected to show of the times that were measured here.
 */
@NullMarked
package thaw.report.bench;

import org.jspecify.annotations.NullMarked;
