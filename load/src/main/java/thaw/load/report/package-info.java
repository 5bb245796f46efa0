/** Runs of load, for terminals, as pages, as JSON and as HdrHistogram's text. */
@NullMarked
package thaw.load.report;

import org.jspecify.annotations.NullMarked;
