/** All checks in their order, and an explanation completed with what they found. */
@NullMarked
package thaw.attribution.finding;

import org.jspecify.annotations.NullMarked;
