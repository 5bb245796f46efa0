/**
 * Knows what to run: a SAM template, jar, zip or folder, read into functions with their
 * configuration, and the deployment package exploded once into a content-addressed store.
 *
 * <p>Refuses to know processes and HTTP.
 *
 * <p>May use template.
 */
@NullMarked
package thaw.function;

import org.jspecify.annotations.NullMarked;
