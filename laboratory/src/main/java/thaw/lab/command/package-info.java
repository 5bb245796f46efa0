/** {@code thaw lab} and the commands below it: options, progress, what is done when one fails. */
@NullMarked
package thaw.lab.command;

import org.jspecify.annotations.NullMarked;
