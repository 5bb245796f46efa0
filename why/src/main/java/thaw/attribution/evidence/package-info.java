/**
 * Has what findings rest on: the profile of a cold start, and the bytecode of the function and of
 * what it calls.
 */
@NullMarked
package thaw.attribution.evidence;

import org.jspecify.annotations.NullMarked;
