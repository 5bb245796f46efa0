/**
 * The environments of one version on managed instances: which of them gets a request, which
 * requests are refused, and how many environments there are. Refuses to know who asks.
 */
@NullMarked
package thaw.pool.managed;

import org.jspecify.annotations.NullMarked;
