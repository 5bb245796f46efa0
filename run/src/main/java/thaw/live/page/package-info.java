/** Shows what runs at this moment: the live page, one request for the terminal, traces. */
@NullMarked
package thaw.live.page;

import org.jspecify.annotations.NullMarked;
