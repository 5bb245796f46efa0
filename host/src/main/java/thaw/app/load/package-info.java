/** {@code thaw load}: targets, runs and what each layer costs. */
@NullMarked
package thaw.app.load;

import org.jspecify.annotations.NullMarked;
