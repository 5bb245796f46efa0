/**
 * What a {@code thaw run} of this machine writes for other commands, and how they ask it: where it
 * is ({@code RunFile}), its log and its traces.
 */
@NullMarked
package thaw.app.running;

import org.jspecify.annotations.NullMarked;
