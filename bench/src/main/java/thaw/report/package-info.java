/**
 * Shows what was measured, for terminals, as HTML pages, as JSON, and for builds and code hosts.
 *
 * <p>Refuses to run anything, and to know explanations. May use presentation, stats, experiment,
 * lambda, model, tuning, remedy.
 *
 * <p>Tables of pages are there without script; what a page's own script draws is beside them as
 * data.
 */
@NullMarked
package thaw.report;

import org.jspecify.annotations.NullMarked;
