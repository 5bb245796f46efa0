/**
 * What a {@code thaw run} of this machine writes for other commands, and how they ask it: where it
 * is ({@code RunFile}), its log and its traces.
 *
 * <p>{@code LogWriter} makes the log: lines for a terminal, and its file of events, which {@code
 * RunLog} reads for people. {@code RunAnswers} asks the server itself.
 */
@NullMarked
package thaw.app.running;

import org.jspecify.annotations.NullMarked;
