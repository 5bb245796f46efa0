/**
 * The check, before any JVM starts, that the runtime client will find the handler in the package.
 */
@NullMarked
package thaw.function.handler;

import org.jspecify.annotations.NullMarked;
