/** All checks in their order, and the explanation of costs by what they found. */
@NullMarked
package thaw.attribution.finding;

import org.jspecify.annotations.NullMarked;
