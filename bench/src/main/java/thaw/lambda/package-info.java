/**
 * Cold starts of a deployed function, on AWS or wherever else its API is: what forces one, what its
 * REPORT says of it, and the putting back of what was changed. The only room that knows AWS's SDK.
 *
 * <p>Refuses to know how functions run here, options and rendering. May use stats, environment,
 * experiment.
 *
 * <p>{@code RemoteFunction} asks the Lambda API what the function is, and chooses the {@code
 * RemoteSide} that forces its cold starts: {@code ByUpdate} of {@code $LATEST}, {@code
 * ConcurrentStarts} of a version, {@code ByPublishing} of versions of its own. {@code Turns} of the
 * experiment lets it and the local side make one after the other, each on disk; {@code LogTail}
 * reads REPORT. The SDK's jars are in a folder of their own, which the launcher adds to the class
 * path for {@code --on} alone.
 */
@NullMarked
package thaw.lambda;

import org.jspecify.annotations.NullMarked;
