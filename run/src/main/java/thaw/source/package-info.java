/**
 * Feeds functions: by pollers of queues and streams, batches, windows, filters, failures; rules,
 * schedules and notifications. Refuses to know how functions run.
 *
 * <p>May use function, service, runtimeapi, pool, platform.
 *
 * <p>{@code MappingPollers} runs a {@code Poller} for each mapping. A {@code QueuePoller} gathers
 * {@code QueueBatches}. A {@code StreamPoller} has a {@code ShardReader} for each shard, which
 * fills the {@code ShardQueue}s of {@code ShardWorker}s; what comes after an attempt is a {@code
 * StreamStep}. Both give batches to the function by a {@code BatchInvocation}. {@code BusRules},
 * {@code Topics}, {@code Schedules} and {@code ObjectNotifications} put events into the queue of
 * asynchronous events.
 */
@NullMarked
package thaw.source;

import org.jspecify.annotations.NullMarked;
