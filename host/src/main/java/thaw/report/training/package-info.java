/** Shows how far a training reaches, for people and for other programs. */
@NullMarked
package thaw.report.training;

import org.jspecify.annotations.NullMarked;
