/**
 * Workers in a Kubernetes cluster: the objects that a template and a few wishes become, what of the
 * template has no counterpart there, and the commands that apply, list and remove them by the
 * client of the Kubernetes API. Refuses to know how a worker serves functions.
 */
@NullMarked
package thaw.cluster;

import org.jspecify.annotations.NullMarked;
