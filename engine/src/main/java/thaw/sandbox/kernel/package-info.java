/**
 * Has what the JDK has no method for: calls of Linux, files of {@code /proc}, processes that are
 * not our children, short-lived tools.
 */
@NullMarked
package thaw.sandbox.kernel;

import org.jspecify.annotations.NullMarked;
