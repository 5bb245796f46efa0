/** The variants of an experiment: axes, their product, and the file that lists them. */
@NullMarked
package thaw.experiment.matrix;

import org.jspecify.annotations.NullMarked;
