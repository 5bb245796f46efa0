/**
 * The job {@code why}: {@code WhyJob} explains a function's cold start by baseline and profiled
 * ones in turn, {@code WhyLive} a running platform's slowest request, {@code WhyExecution} a
 * durable execution.
 */
@NullMarked
package thaw.app.why;

import org.jspecify.annotations.NullMarked;
