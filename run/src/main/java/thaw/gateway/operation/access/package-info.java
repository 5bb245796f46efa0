/**
 * The operations on who may call what: permissions one by one, and resource policies as a whole.
 */
@NullMarked
package thaw.gateway.operation.access;

import org.jspecify.annotations.NullMarked;
