package thaw.runtimeapi;

import java.io.IOException;

/** Takes a response piece by piece while the function writes it. Called by one thread. */
public interface ResponseStream {
  /**
   * @param contentType as the function gave it; {@code
   *     application/vnd.awslambda.http-integration-response} when the response begins with status
   *     and headers for a function URL
   */
  void begin(String contentType) throws IOException;

  /**
   * @throws IOException when nobody takes it any more; the function goes on all the same
   */
  void write(byte[] bytes, int length) throws IOException;
}
