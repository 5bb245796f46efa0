/**
 * Functions as Lambda's control plane has them: which functions, versions and aliases there are and
 * what is kept of them, what of them is deployed, how many requests may run at once, and the queue
 * of events. A request is led to the version that it is for, whose {@code Pool} lends it an
 * environment.
 *
 * <p>Refuses to know HTTP. May use function, sandbox, store, image, runtimeapi, environment, pool,
 * durable.
 *
 * <p>A change of a function: {@code FunctionCatalog} changes the {@code FunctionRecord} (immutable;
 * kept before anybody sees it), a new {@code Deployment} is prepared in the background, and takes
 * the place of the one before, whose requests end in peace. Code that changed on disk goes the same
 * way, by {@code Renewal}.
 *
 * <p>One asynchronous event: {@code EventQueue} keeps it in the store before it is accepted. {@code
 * Dispatcher} finds it due, {@code AsyncInvocations} has it processed, and {@code EventStep} says
 * what comes next: another time, or an end with {@code Notice}s, which {@code Notices} sends. Each
 * step is one change of the store.
 *
 * <p>A customer-managed runtime: {@code CustomerRuntimes} keeps {@code PublishedRuntime}s, {@code
 * RuntimeImages} says what an image is. At each start of an environment {@code FunctionRuntimes}
 * says what the function's alias leads to, and {@code Preparations} has what was prepared of each
 * such image.
 */
@NullMarked
package thaw.platform;

import org.jspecify.annotations.NullMarked;
