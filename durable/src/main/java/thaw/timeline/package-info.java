/**
 * Says where the time and the money of a durable execution went: {@link thaw.timeline.Timeline} is
 * made of what the store has of it, and {@code TimelineFindings} looks for what could be better.
 *
 * <p>May use durable.
 */
@NullMarked
package thaw.timeline;

import org.jspecify.annotations.NullMarked;
