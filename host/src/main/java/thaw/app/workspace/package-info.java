/**
 * One job that starts functions: the instance, the caches, and the way from a function's definition
 * to what can be run. {@code Workspace} wires what knows code, JDKs, runtime clients and services.
 */
@NullMarked
package thaw.app.workspace;

import org.jspecify.annotations.NullMarked;
