/**
 * The Runtime API of one environment over HTTP, and the session whose states say which call is
 * legal when.
 */
@NullMarked
package thaw.runtimeapi;

import org.jspecify.annotations.NullMarked;
