/**
 * Options that several commands share: what picocli reads from the command line, and the choice of
 * {@code thaw.app.choice} that is made of it.
 */
@NullMarked
package thaw.cli.option;

import org.jspecify.annotations.NullMarked;
