/**
 * Shows explained cold starts, and what {@code thaw fix} has proved: for terminals, as HTML pages,
 * as JSON, and as profiles for other tools.
 *
 * <p>Refuses to run anything, and to know experiments. May use presentation, stats, recording,
 * attribution, remedy, fix, model, timeline.
 *
 * <p>{@code WhyTerminal} is the one screen of an explanation; {@code WhyFiles} writes its page, its
 * JSON (which {@code WhyJson} reads back for a comparison) and the profile for other tools.
 */
@NullMarked
package thaw.explanation;

import org.jspecify.annotations.NullMarked;
