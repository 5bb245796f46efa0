/**
 * Has what the command line knows of clusters: that there are commands for them, in jars of their
 * own.
 */
@NullMarked
package thaw.cli.cluster;

import org.jspecify.annotations.NullMarked;
