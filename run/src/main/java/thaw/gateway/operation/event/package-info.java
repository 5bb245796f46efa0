/**
 * The operations on what gives events to functions: event source mappings, and what becomes of
 * asynchronous events.
 */
@NullMarked
package thaw.gateway.operation.event;

import org.jspecify.annotations.NullMarked;
