/**
 * Cold starts in pods of a cluster: the line that a pod writes, and what all lines amount to.
 * Refuses to know how pods are made.
 */
@NullMarked
package thaw.experiment.pods;

import org.jspecify.annotations.NullMarked;
