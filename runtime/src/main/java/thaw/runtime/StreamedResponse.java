package thaw.runtime;

import java.io.OutputStream;
import java.util.Map;

/**
 * The response of a {@link StreamingHandler}. Its bytes leave when there are some 8 KiB, and at
 * each {@link #flush}. It is for one thread at a time, while the handler runs.
 */
public abstract class StreamedResponse extends OutputStream {
  /** Makes a response, for subclasses in this package. */
  StreamedResponse() {}

  /**
   * Says what the bytes are; {@code application/octet-stream} otherwise.
   *
   * @throws IllegalStateException when bytes have left already
   */
  public abstract void contentType(String type);

  /**
   * Gives a response of HTTP its status and fields, for function URLs: they go before the bytes, as
   * Lambda's type {@code application/vnd.awslambda.http-integration-response} has it.
   *
   * @throws IllegalStateException when bytes have been written already
   */
  public abstract void http(int status, Map<String, String> fields);
}
