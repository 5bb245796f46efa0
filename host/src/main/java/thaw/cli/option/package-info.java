/**
 * Options that several commands share: they read the command line into the choices of {@code
 * thaw.app.choice}.
 */
@NullMarked
package thaw.cli.option;

import org.jspecify.annotations.NullMarked;
