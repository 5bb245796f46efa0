/**
 * The job {@code bench}: {@code BenchJob} measures cold starts here, {@code LambdaBenchJob} those
 * of a deployed function.
 */
@NullMarked
package thaw.app.bench;

import org.jspecify.annotations.NullMarked;
