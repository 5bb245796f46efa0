/**
 * Each change that makes a cold start shorter: what it rests on, what it is predicted to gain, and
 * the change itself, which is put into a copy and taken back.
 *
 * <p>Refuses to know the order in which remedies are tried, how they are measured, and how anything
 * is shown. May use function, recording, attribution.
 *
 * <p>{@code Candidates}, {@code StaticState}, {@code ClientPriming}, {@code ClassPriming}, {@code
 * ClientSettings}, {@code SpringAot}, {@code DatabaseRemedies} and {@code Migration} make {@code
 * Remedy}s of an explanation; {@code Family} says which findings each kind answers. A {@code Draft}
 * is the function with some of them.
 */
@NullMarked
package thaw.remedy;

import org.jspecify.annotations.NullMarked;
