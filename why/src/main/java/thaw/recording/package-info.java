/**
 * One cold start on record: what the kernel counted for each thread at the borders of its phases,
 * and, where the probe was in the JVM, what the threads did in between: samples with Java, native
 * and kernel frames, waits, and the log of class loads, all on the monotonic clock.
 *
 * <p>Refuses to know what any of it means (that is attribution) and rendering. May use sandbox,
 * runtimeapi, environment.
 */
@NullMarked
package thaw.recording;

import org.jspecify.annotations.NullMarked;
