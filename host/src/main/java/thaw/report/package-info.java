/**
 * Terminal tables, HTML pages, JSON, and profiles for other tools: the only place that formats.
 *
 * <p>Refuses to run anything. May use stats, race, load, experiment, lambda, model, tuning,
 * recording, attribution, remedy, fix.
 *
 * <p>{@code WhyTerminal} is the one screen of an explanation; {@code WhyFiles} writes its page, its
 * JSON (which {@code WhyJsonReader} reads back for a comparison) and the profile for other tools.
 * {@code LoadFiles} writes the page, the JSON and the histograms of a run of load. Tables of pages
 * are there without script; what a page's own script draws is beside them as data.
 */
@NullMarked
package thaw.report;

import org.jspecify.annotations.NullMarked;
