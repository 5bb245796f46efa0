/** The poller of streams of DynamoDB and Kinesis: shards, queues, windows, progress. */
@NullMarked
package thaw.source.stream;

import org.jspecify.annotations.NullMarked;
