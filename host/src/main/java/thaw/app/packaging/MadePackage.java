package thaw.app.packaging;

import thaw.environment.launch.EnvironmentSpec;

/**
 * What a recipe has made.
 *
 * @param summary for people
 * @param spec of its environments, here
 * @param bytes of what is deployed
 */
record MadePackage(String summary, EnvironmentSpec spec, long bytes) {}
