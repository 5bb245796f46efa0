/**
 * The data of lessons and their conclusions: cases, samples, quantities; figures with their spread,
 * tables, charts; and verdicts on what was published.
 *
 * <p>Refuses to know how a sample is taken and how anything is shown.
 */
@NullMarked
package thaw.lab.result;

import org.jspecify.annotations.NullMarked;
