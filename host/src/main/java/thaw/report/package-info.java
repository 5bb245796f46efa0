/**
 * Shows what was measured, for terminals, as HTML pages, as JSON, and for builds and code hosts.
 *
 * <p>Refuses to run anything, and to know explanations. May use presentation, stats, load,
 * experiment, lambda, model, tuning, remedy.
 *
 * <p>{@code LoadFiles} writes the page, the JSON and the histograms of a run of load. Tables of
 * pages are there without script; what a page's own script draws is beside them as data.
 */
@NullMarked
package thaw.report;

import org.jspecify.annotations.NullMarked;
