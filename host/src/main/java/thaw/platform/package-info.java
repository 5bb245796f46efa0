/**
 * Many lives: which functions, versions and aliases there are, which environments each version has,
 * who gets which, how many requests may run at once, and when an environment that nobody needs
 * ends.
 *
 * <p>Refuses to know HTTP. May use function, sandbox, store, image, environment.
 *
 * <p>A change of a function: {@code FunctionCatalog} changes the {@code FunctionRecord} (immutable;
 * kept before anybody sees it), a new {@code Deployment} is prepared in the background, and takes
 * the place of the one before, whose requests end in peace. Code that changed on disk goes the same
 * way, by {@code Renewal}.
 *
 * <p>One asynchronous event: {@code EventQueue} keeps it in the store before it is accepted. {@code
 * Dispatcher} finds it due, {@code Events} has it processed, and {@code EventStep} says what comes
 * next: another time, or an end with {@code Notice}s, which {@code Notices} sends. Each step is one
 * change of the store.
 *
 * <p>A customer-managed runtime: {@code CustomerRuntimes} keeps {@code PublishedRuntime}s, {@code
 * RuntimeImages} says what an image is. At each start of an environment {@code FunctionRuntimes}
 * says what the function's alias leads to, and {@code Preparations} has what was prepared of each
 * such image.
 *
 * <p>{@code Census} tells which environments there are, from their events ({@code Observation});
 * {@code EnvironmentTimeline} cuts these into invocations for all who show them.
 */
@NullMarked
package thaw.platform;

import org.jspecify.annotations.NullMarked;
