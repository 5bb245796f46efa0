package dev.thaw.samples.planted;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** The request calls itself by reflection, and concatenates. */
public final class Reflective implements RequestStreamHandler {
  @Override
  public void handleRequest(InputStream event, OutputStream answer, Context context)
      throws IOException {
    try {
      Object size = getClass().getMethod("size", byte[].class).invoke(this, event.readAllBytes());
      answer.write(("size " + size).getBytes(StandardCharsets.UTF_8));
    } catch (ReflectiveOperationException e) {
      throw new IOException(e);
    }
  }

  public int size(byte[] content) {
    return content.length;
  }
}
