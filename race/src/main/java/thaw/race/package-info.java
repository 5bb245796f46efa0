/**
 * {@code thaw race}: finds what goes wrong when many requests share one environment.
 *
 * <p>{@code RaceJob} has {@code RaceTask} instrument a function's code, starts it, has bursts of
 * requests made in it, and reads from the response of the code what it told, a {@code RaceReport}.
 * {@code CodeSuspects} are what the code alone shows.
 */
@NullMarked
package thaw.race;

import org.jspecify.annotations.NullMarked;
