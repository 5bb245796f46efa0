/**
 * The checks that look for one thing each that costs time when a JVM uses it for the first time.
 */
@NullMarked
package thaw.attribution.check.firstuse;

import org.jspecify.annotations.NullMarked;
