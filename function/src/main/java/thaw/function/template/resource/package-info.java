/**
 * The readers of functions and of every other resource, and {@link
 * thaw.function.template.resource.ApplicationReader}, which reads a whole application.
 */
@NullMarked
package thaw.function.template.resource;

import org.jspecify.annotations.NullMarked;
