/** Has what happens in an environment, as events, and the platform's lines in a function's log. */
@NullMarked
package thaw.runtimeapi.log;

import org.jspecify.annotations.NullMarked;
