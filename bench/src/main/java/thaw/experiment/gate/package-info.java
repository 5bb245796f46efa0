/** One measurement held against an earlier one, or against another build measured beside it. */
@NullMarked
package thaw.experiment.gate;

import org.jspecify.annotations.NullMarked;
