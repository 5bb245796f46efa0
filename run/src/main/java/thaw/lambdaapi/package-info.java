/**
 * Takes the requests that come to Thaw: the Lambda API, on HTTP, in the shapes that AWS clients
 * know.
 *
 * <p>Refuses to know processes. May use function, image, runtimeapi, pool, platform, http, durable.
 *
 * <p>{@code Operations} is the table of operations; each group of them checks its requests and asks
 * the platform.
 *
 * <p>A streamed response: {@code StreamedInvoking} gives the invocation a thread of its own and a
 * {@code ResponsePipe}, which the environment fills while the connection's thread empties it: as
 * events ({@code InvokeEventStream}) or as the body of a function URL. A function URL: {@code
 * UrlAddress}, {@code FunctionUrls} (whose it is, who may, CORS), {@code UrlEvent}, the function,
 * {@code UrlAnswer}.
 *
 * <p>{@code Authority} asks who calls before a function is changed; {@code UrlsForAll} exempts
 * function URLs.
 */
@NullMarked
package thaw.lambdaapi;

import org.jspecify.annotations.NullMarked;
