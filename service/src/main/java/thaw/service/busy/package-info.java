/**
 * What stands in front of a service so that it answers as late and as busy as on AWS: states of
 * resources, limits, times, and faults by rate and seed. Nothing of it is made for services that
 * answer at once, as they do unless the user asks for more.
 *
 * <p>For the maintainer. A request passes, in this order:
 *
 * <pre>
 * BusyHandler         a fault that was drawn for it; the operation's time
 * Tables or InFlight  of services that run in a process of their own: states and limits
 * Passing             to that process
 * </pre>
 *
 * <p>Kinesis, which this program is itself, knows states and limits of its shards.
 */
@NullMarked
package thaw.service.busy;

import org.jspecify.annotations.NullMarked;
