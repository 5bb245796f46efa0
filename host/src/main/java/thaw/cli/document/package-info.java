/** Has what commands print with {@code --json} where no job has written it: one record each. */
@NullMarked
package thaw.cli.document;

import org.jspecify.annotations.NullMarked;
