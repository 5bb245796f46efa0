/**
 * One run of a command that starts functions: the instance, the caches, and the way from a
 * function's definition to what can be run.
 */
@NullMarked
package thaw.app.workspace;

import org.jspecify.annotations.NullMarked;
