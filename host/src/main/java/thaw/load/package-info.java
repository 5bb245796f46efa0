/**
 * Open-loop load: when requests are due, that they are sent then whatever became of those before,
 * and what is measured of each. Refuses to know templates, functions and how figures are shown. May
 * use {@code stats}.
 */
@NullMarked
package thaw.load;

import org.jspecify.annotations.NullMarked;
