/** The profile of a cold start as a recording of JDK Flight Recorder. */
@NullMarked
package thaw.report.why.jfr;

import org.jspecify.annotations.NullMarked;
