/**
 * {@code thaw run} from its start to its end: the server, its doors, what feeds functions, hot
 * reload, logs.
 */
@NullMarked
package thaw.app.run;

import org.jspecify.annotations.NullMarked;
