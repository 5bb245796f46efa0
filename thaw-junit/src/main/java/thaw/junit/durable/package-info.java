/**
 * Executions of durable functions: {@link thaw.junit.LambdaFunction#start(Object)} starts one.
 *
 * <p>{@link thaw.junit.durable.DurableExecution} is the way in.
 */
@NullMarked
package thaw.junit.durable;

import org.jspecify.annotations.NullMarked;
