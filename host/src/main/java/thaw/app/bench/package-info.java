/**
 * The job {@code bench}: {@code BenchJob} measures cold starts here, {@code LambdaBenchJob} those
 * of a deployed function. {@code TuneJob} and {@code SnapStartJob} take what {@code BenchJob} has
 * measured, and say which memory size is best and whether SnapStart pays.
 */
@NullMarked
package thaw.app.bench;

import org.jspecify.annotations.NullMarked;
