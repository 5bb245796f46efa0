package thaw.runtime;

import com.amazonaws.services.lambda.runtime.Context;
import java.io.IOException;
import java.io.InputStream;

/**
 * A handler whose response leaves while it is written, for functions that are invoked with a
 * response stream: a function URL of invoke mode {@code RESPONSE_STREAM}, or {@code
 * InvokeWithResponseStream}. The official client has no such handlers; a class that is a {@code
 * RequestStreamHandler} as well runs with either.
 *
 * <p>An exception that comes before the first byte is an error like that of any handler. One that
 * comes later ends the response, and its caller is told in the trailers.
 */
public interface StreamingHandler {
  /**
   * Handles one event. On the thread that serves events.
   *
   * @param event JSON; complete already
   * @param response complete when this method returns; it need not be closed
   * @throws IOException for instance when the Runtime API takes no more
   */
  void handleRequest(InputStream event, StreamedResponse response, Context context)
      throws IOException;
}
