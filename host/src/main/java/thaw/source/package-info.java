/**
 * What feeds functions: pollers of queues and streams, batches, windows, filters, failures; rules,
 * schedules and notifications. Refuses to know how functions run.
 *
 * <p>May use the rooms {@code platform}, {@code environment}, {@code service} and {@code function}.
 */
@NullMarked
package thaw.source;

import org.jspecify.annotations.NullMarked;
