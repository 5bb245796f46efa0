package thaw.lambdaapi;

import java.util.function.Consumer;
import thaw.http.Exchange;
import thaw.http.HttpHandler;
import thaw.http.Response;
import thaw.lambdaapi.invoke.ApiError;
import thaw.lambdaapi.invoke.Callers;

/**
 * An HTTP handler behind which is what functions got and wrote: others than those who may see it
 * are refused.
 */
public record ContentsHandler(HttpHandler handler, Callers callers) implements HttpHandler {
  @Override
  public void serve(Exchange exchange, Consumer<Response> onResponse) throws InterruptedException {
    if (callers.maySeeContents(exchange)) {
      handler.serve(exchange, onResponse);
    } else {
      onResponse.accept(ApiError.notYourContents().answer());
    }
  }

  @Override
  public Response failed(Exception reason) {
    return handler.failed(reason);
  }
}
