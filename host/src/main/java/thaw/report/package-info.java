/**
 * Terminal tables, HTML pages and JSON: the only place that formats.
 *
 * <p>Refuses to run anything. May use experiment, stats.
 */
@NullMarked
package thaw.report;

import org.jspecify.annotations.NullMarked;
