/**
 * What any front end calls: prepare a workspace, bench, why, fix, run, load and package.
 *
 * <p>Refuses to know command lines. Its parts are sub-packages.
 *
 * <p>May use function, sandbox, project, store, snapshot, image, service, environment, snapstart,
 * platform, http, gateway, api, trace, load, experiment, lambda, live, source, recording,
 * attribution, remedy, fix, deployment, report.
 */
@NullMarked
package thaw.app;

import org.jspecify.annotations.NullMarked;
