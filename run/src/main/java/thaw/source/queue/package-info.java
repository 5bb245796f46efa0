/** The poller of SQS queues. */
@NullMarked
package thaw.source.queue;

import org.jspecify.annotations.NullMarked;
