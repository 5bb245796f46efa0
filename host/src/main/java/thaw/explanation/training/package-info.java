/** Shows how far a training reaches, for people and for other programs. */
@NullMarked
package thaw.explanation.training;

import org.jspecify.annotations.NullMarked;
