package thaw.service.busy;

import thaw.http.HttpHandler;

/**
 * A service's process with what stands before it.
 *
 * @param passing to it, which is closed before it ends
 */
public record FrontedProcess(HttpHandler handler, AutoCloseable passing) {}
