package thaw.live;

import java.util.Optional;

/**
 * Something that was done to a request to a local service, as it answers as late and busy as AWS's.
 *
 * @param at milliseconds since 1970
 * @param service as AWS names it in its tools
 * @param text what was done
 * @param function that sent the request, where that is known
 * @param request of that function, likewise
 */
public record ServiceEffect(
    long at, String service, String text, Optional<String> function, Optional<String> request) {}
