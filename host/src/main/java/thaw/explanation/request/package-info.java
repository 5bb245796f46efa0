/** One explained request of a running platform, for terminals. */
@NullMarked
package thaw.explanation.request;

import org.jspecify.annotations.NullMarked;
