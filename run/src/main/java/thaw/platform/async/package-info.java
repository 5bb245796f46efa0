/** The queue of asynchronous invocations: attempts, waits, destinations and dead-letter queues. */
@NullMarked
package thaw.platform.async;

import org.jspecify.annotations.NullMarked;
