package thaw.http;

import java.util.Map;
import java.util.function.Consumer;

/**
 * Has handlers below paths of their own, and one for all else.
 *
 * @param below by path, such as {@code /_thaw}: for it and for what begins with it and a slash; of
 *     several the longest
 */
public record Mounted(Map<String, HttpHandler> below, HttpHandler otherwise)
    implements HttpHandler {
  public Mounted {
    below = Map.copyOf(below);
  }

  @Override
  public void serve(Exchange exchange, Consumer<Response> onResponse) throws InterruptedException {
    HttpHandler handler = handler(exchange.rawPath());
    if (handler == otherwise) {
      handler.serve(exchange, onResponse);
      return;
    }
    try {
      handler.serve(exchange, onResponse);
    } catch (RuntimeException e) {
      onResponse.accept(handler.failed(e));
    }
  }

  private HttpHandler handler(String path) {
    if (below.isEmpty()) {
      return otherwise;
    }
    for (String prefix = path; !prefix.isEmpty(); prefix = shorter(prefix)) {
      HttpHandler handler = below.get(prefix);
      if (handler != null) {
        return handler;
      }
    }
    return otherwise;
  }

  private static String shorter(String path) {
    return path.substring(0, Math.max(0, path.lastIndexOf('/')));
  }

  @Override
  public Response failed(Exception reason) {
    return otherwise.failed(reason);
  }
}
