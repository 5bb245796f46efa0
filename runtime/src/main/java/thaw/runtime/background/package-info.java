/**
 * Events (metrics, logs) that a function publishes and that arrive although its environment is
 * frozen between requests: a bounded buffer, what it does when it is full, when it is emptied, and
 * where to. Works with any runtime client: knows the Extensions API, and nothing of the Runtime API
 * but {@code thaw.runtime.Lifecycle}. Uses {@code thaw.runtime.retry}, and the JDK.
 */
@NullMarked
package thaw.runtime.background;

import org.jspecify.annotations.NullMarked;
