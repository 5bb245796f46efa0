/**
 * The job {@code run}: {@code RunJob} starts a {@code Server}, which wires its HTTP handlers, what
 * feeds functions, hot reload and logs to each other.
 */
@NullMarked
package thaw.app.run;

import org.jspecify.annotations.NullMarked;
