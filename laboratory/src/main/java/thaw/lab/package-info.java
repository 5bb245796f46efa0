/**
 * The laboratory: small experiments about the JVM and the machine below it, which repeat what was
 * once published and say whether it still holds here. Each is a {@link thaw.lab.engine.Lesson} of
 * the course in {@code docs/course}.
 *
 * <p>May use experiment, environment, runtimeapi, snapshot, sandbox, function, latency, stats,
 * store.
 *
 * <p>{@code Course} has the lessons. {@code LabRun} takes a {@code Sample} of each {@code Case} in
 * rounds, most of them by a fresh {@code Jvm} with a program of the course, each on disk ({@code
 * SampleFile}) before the next one. The lesson's {@code conclude} makes {@code Conclusions} of
 * them: tables, charts and verdicts. It concludes the same from a file of another day.
 *
 * <p>This package itself has the commands, and what they show: terminal, page, charts, JSON, pages
 * of the course.
 */
@NullMarked
package thaw.lab;

import org.jspecify.annotations.NullMarked;
