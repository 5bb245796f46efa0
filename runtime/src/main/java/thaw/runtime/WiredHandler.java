package thaw.runtime;

import com.amazonaws.services.lambda.runtime.RequestHandler;
import thaw.wire.Shape;

/**
 * A handler that says itself how its types are read and written, so that nothing need be found out
 * about them. The official client serves it as any other {@link RequestHandler}.
 *
 * @param <I> the type of its events
 * @param <O> the type of its responses
 */
public interface WiredHandler<I, O> extends RequestHandler<I, O> {
  /** Returns the shape of the handler's events. It is called once, after the constructor. */
  Shape<I> inputShape();

  /**
   * Returns the shape of the handler's responses, of which members that are null are left out. It
   * is called once, after the constructor.
   */
  Shape<O> outputShape();
}
