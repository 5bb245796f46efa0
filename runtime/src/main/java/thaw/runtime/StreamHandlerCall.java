package thaw.runtime;

import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import java.io.ByteArrayInputStream;
import java.io.IOException;

/** A {@link RequestStreamHandler}, called directly. */
final class StreamHandlerCall extends HandlerCall {
  private final RequestStreamHandler handler;

  StreamHandlerCall(RequestStreamHandler handler) {
    this.handler = handler;
  }

  @Override
  void call(Event event, InvocationContext context, ResponseBuffer to) throws IOException {
    handler.handleRequest(new ByteArrayInputStream(event.body), to, context);
  }
}
