/**
 * Explained cold starts, and what {@code thaw fix} has proved: terminal, pages, JSON, and profiles
 * for other tools.
 *
 * <p>Refuses to run anything. May use stats, model, recording, attribution, remedy, fix,
 * presentation, report.
 */
@NullMarked
package thaw.explanation;

import org.jspecify.annotations.NullMarked;
