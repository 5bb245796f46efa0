/**
 * A process in a box: cgroup (v2, v1, or both side by side), namespaces with a root folder and a
 * network of its own, exact environment variables, freeze and kill of the whole tree; and the probe
 * that says what this host permits and why not.
 *
 * <p>Refuses to know Lambda. Uses no other room but {@code problem}.
 */
@NullMarked
package thaw.sandbox;

import org.jspecify.annotations.NullMarked;
