/** The profile of a cold start as a recording of JDK Flight Recorder. */
@NullMarked
package thaw.explanation.why.jfr;

import org.jspecify.annotations.NullMarked;
