/**
 * The same function elsewhere: packages with a JVM and a class archive of their own, and what
 * deploys them.
 *
 * <p>Refuses to know how functions run here: who asks for a package trains its archive. May use
 * function, snapshot and sandbox.
 */
@NullMarked
package thaw.deployment;

import org.jspecify.annotations.NullMarked;
