/** The poller of streams of DynamoDB and Kinesis: shards, lanes, windows, progress. */
@NullMarked
package thaw.source.stream;

import org.jspecify.annotations.NullMarked;
