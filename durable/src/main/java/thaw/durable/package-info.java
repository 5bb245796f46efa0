/**
 * Durable executions: functions that are invoked again and again until their work is done, and that
 * remember by checkpoints what they have done. {@link thaw.durable.DurableExecutions} is the way
 * in.
 *
 * <p>An {@code Execution} is one run of a function. Whatever changes it is a {@code Change}: new
 * states of operations, events of its history, and a new {@code ExecutionHead}, kept by one change
 * of the store before anybody sees them. {@code Checkpoint} makes changes of what a function
 * reports; time makes them by {@code DueTimers}, others by callbacks, chained functions and stops.
 * After each change the execution says when something is due next, and whether its function is to
 * be invoked.
 *
 * <p>{@code InvocationRecorder} keeps beside them what each invocation did, and {@code
 * KeptExecutions} reads all of it, also where no engine works.
 *
 * <p>Refuses to know HTTP and JVMs: it is given {@link thaw.durable.Functions} that it can invoke.
 *
 * <p>May use store.
 */
@NullMarked
package thaw.durable;

import org.jspecify.annotations.NullMarked;
