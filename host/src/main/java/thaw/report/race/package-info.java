/** Races of a function's requests, for terminals. */
@NullMarked
package thaw.report.race;

import org.jspecify.annotations.NullMarked;
