/**
 * Any front end calls this room: a command line, a JUnit extension, a build plug-in. Each job is
 * one method, of {@code BenchJob}, {@code LambdaBenchJob}, {@code TuneJob}, {@code SnapStartJob},
 * {@code WhyJob}, {@code FixJob}, {@code PackageJob}, {@code InvokeJob} and {@code RunJob}. It
 * takes a request, tells a listener how it goes, and returns the data with the files that it has
 * written.
 *
 * <p>Refuses to know command lines, terminals and exit codes, and prints nothing. Its parts are
 * sub-packages: one a job, and {@code choice}, {@code workspace}, {@code build}, {@code shared}, of
 * which jobs are made; {@code running} has what can be asked of a platform that runs already.
 *
 * <p>May use template, function, sandbox, stats, project, presentation, store, snapshot, heap,
 * image, service, runtimeapi, environment, snapstart, pool, platform, http, lambdaapi, apigateway,
 * trace, load, experiment, lambda, model, tuning, live, source, recording, attribution, remedy,
 * fix, deployment, report, explanation, durable, timeline.
 */
@NullMarked
package thaw.app;

import org.jspecify.annotations.NullMarked;
