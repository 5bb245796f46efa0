package thaw.runtime;

import java.io.ByteArrayInputStream;
import org.jspecify.annotations.Nullable;

/** A {@link StreamingHandler}. */
final class StreamingCall extends HandlerCall {
  private final StreamingHandler handler;

  StreamingCall(StreamingHandler handler) {
    this.handler = handler;
  }

  @Override
  void call(Event event, InvocationContext context, ResponseBuffer to) {
    throw new IllegalStateException("streams");
  }

  /**
   * Handles an event, and gives the response or the error away.
   *
   * @return what the handler threw after the response had begun, which is told already, or null
   * @throws Throwable what the handler threw before the response had begun
   */
  @Nullable Throwable stream(Event event, InvocationContext context, RuntimeApiClient api)
      throws Throwable {
    ChunkedStream response = api.stream(event.requestId());
    try {
      handler.handleRequest(new ByteArrayInputStream(event.body), response, context);
    } catch (Throwable e) {
      if (!response.begun()) {
        response.abandon();
        throw e;
      }
      StackTraces.cut(e);
      try {
        response.fail(e);
      } catch (RuntimeApiException untold) {
        // The handler's own is what its author looks for. The response ends with its connection.
        e.addSuppressed(untold);
      }
      return e;
    }
    response.complete();
    return null;
  }
}
