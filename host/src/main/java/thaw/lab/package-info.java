/**
 * The laboratory: small experiments about the JVM and the machine below it, which repeat what was
 * once published and say whether it still holds here. Each is a {@link thaw.lab.Lesson} of the
 * course in {@code docs/course}.
 *
 * <p>Refuses to know rendering. May use experiment, environment, snapshot, sandbox, function,
 * latency, stats, store.
 */
@NullMarked
package thaw.lab;

import org.jspecify.annotations.NullMarked;
