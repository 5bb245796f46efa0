/**
 * A process in a box: cgroup (v2, v1, or both side by side), mount namespace with its own {@code
 * /tmp}, exact environment variables, freeze and kill of the whole tree; and the probe that says
 * what this host permits and why not.
 *
 * <p>Refuses to know Lambda. Uses no other room but {@code problem}.
 */
@NullMarked
package thaw.sandbox;

import org.jspecify.annotations.NullMarked;
