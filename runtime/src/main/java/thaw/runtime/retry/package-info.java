/**
 * Attempts by a plan: how often and when something is tried again. Knows nothing of what is tried.
 * Depends on the JDK alone, and on no other package of this library.
 */
@NullMarked
package thaw.runtime.retry;

import org.jspecify.annotations.NullMarked;
