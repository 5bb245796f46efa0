/** Comparisons with an earlier measurement or another build: for terminals, builds and reviews. */
@NullMarked
package thaw.report.gate;

import org.jspecify.annotations.NullMarked;
