/**
 * The template's resources that local services serve: buckets, queues, streams, tables, topics,
 * secrets and parameters.
 */
@NullMarked
package thaw.function.resource;

import org.jspecify.annotations.NullMarked;
