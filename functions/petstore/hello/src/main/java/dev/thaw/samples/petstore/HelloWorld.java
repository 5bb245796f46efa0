package dev.thaw.samples.petstore;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/**
 * Hello world, one class: the JVM, the runtime client and nothing else. Teaches that the JVM is not
 * the problem; every other figure of this chain is to be compared with this one.
 */
public final class HelloWorld implements RequestStreamHandler {
  @Override
  public void handleRequest(InputStream event, OutputStream answer, Context context)
      throws IOException {
    answer.write("{\"statusCode\":200,\"body\":\"Hello, world\"}".getBytes(StandardCharsets.UTF_8));
  }
}
