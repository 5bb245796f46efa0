package thaw.lambdaapi.url;

import java.util.Optional;
import java.util.function.Consumer;
import thaw.http.Exchange;
import thaw.http.HttpHandler;
import thaw.http.Response;

/**
 * Function URLs before all else, whatever their path: what is Thaw's own is not to be had under a
 * function's name.
 *
 * @param otherwise has all that is no function URL
 */
public record UrlsFirst(FunctionUrls urls, HttpHandler otherwise) implements HttpHandler {
  /**
   * Gives what a function answers an origin of its own: by its path it would share that of the
   * Lambda API, whom its scripts could ask then for everything.
   */
  private static final Response.Field SANDBOX =
      new Response.Field("Content-Security-Policy", "sandbox allow-scripts allow-forms");

  @Override
  public void serve(Exchange exchange, Consumer<Response> onResponse) throws InterruptedException {
    Optional<UrlAddress> address = UrlAddress.of(exchange);
    if (address.isEmpty()) {
      otherwise.serve(exchange, onResponse);
      return;
    }
    urls.serve(
        address.get(),
        UrlRequest.of(exchange, address.get()),
        switch (address.get()) {
          case UrlAddress.OfHost _ -> onResponse;
          case UrlAddress.OfPath _ -> answer -> onResponse.accept(sandboxed(answer));
        });
  }

  /**
   * Returns the answer with {@link #SANDBOX} besides a policy of the function's own: browsers obey
   * both.
   */
  private static Response sandboxed(Response answer) {
    return answer.with(SANDBOX);
  }

  @Override
  public Response failed(Exception reason) {
    return otherwise.failed(reason);
  }
}
