package thaw.runtime;

import com.amazonaws.services.lambda.runtime.RequestHandler;
import org.jspecify.annotations.Nullable;

/** A {@link RequestHandler}, called directly. */
final class RequestHandlerCall extends ValueCall {
  private final RequestHandler<Object, Object> handler;

  @SuppressWarnings("unchecked") // Its codecs are those of its types.
  RequestHandlerCall(RequestHandler<?, ?> handler, @Nullable Codec input, @Nullable Codec output) {
    super(input, output);
    this.handler = (RequestHandler<Object, Object>) handler;
  }

  @Override
  @Nullable Object handle(@Nullable Object value, InvocationContext context) {
    return handler.handleRequest(value, context);
  }
}
