/**
 * Many lives: which functions, versions and aliases there are, which environments each version has,
 * who gets which, how many requests may run at once, and when an environment that nobody needs
 * ends.
 *
 * <p>Refuses to know HTTP. May use environment, snapshot, function, sandbox.
 */
@NullMarked
package thaw.platform;

import org.jspecify.annotations.NullMarked;
