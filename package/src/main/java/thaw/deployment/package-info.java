/**
 * The same function elsewhere: packages with a JVM and a class archive of their own, and what
 * deploys them.
 *
 * <p>Refuses to know how functions run here: who asks for a package trains its archive. May use
 * function, snapshot, sandbox.
 *
 * <p>{@code StagedPackage} lays out, by a {@code PackageLayout}, the function's files, a JVM
 * ({@code JvmImage}, which {@code LinkedJvms} keeps) and its {@code StartList}. A training run with
 * the package's own bootstrap writes the archive. {@code DeploymentZip} or {@code ImageWriter}
 * writes the result; {@code PackagedTemplate}, {@code PackageManifest}, {@code Bom} and {@code
 * HandOver} write what stands beside it.
 */
@NullMarked
package thaw.deployment;

import org.jspecify.annotations.NullMarked;
