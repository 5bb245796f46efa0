/**
 * Terminal tables, HTML pages, JSON, and profiles for other tools: the only place that formats.
 *
 * <p>Refuses to run anything. May use experiment, lambda, recording, attribution, load, stats.
 */
@NullMarked
package thaw.report;

import org.jspecify.annotations.NullMarked;
