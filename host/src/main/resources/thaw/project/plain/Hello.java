package {{package}};

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import com.fasterxml.jackson.jr.ob.JSON;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * Greets. What does not depend on the event belongs into static fields: they are made in init, where
 * the CPU is not yet limited by the memory size.
 */
public final class Hello implements RequestStreamHandler {
  static {
    prime();
  }

  @Override
  public void handleRequest(InputStream event, OutputStream answer, Context context)
      throws IOException {
    Object name = JSON.std.mapFrom(event).getOrDefault("name", "world");
    JSON.std.write(Map.of("greeting", "Hello, " + name), answer);
  }

  /** Greets nobody: what an event needs is loaded here, before the first one comes. */
  private static void prime() {
    try {
      new Hello()
          .handleRequest(
              new ByteArrayInputStream("{\"name\":\"nobody\"}".getBytes(StandardCharsets.UTF_8)),
              OutputStream.nullOutputStream(),
              null);
    } catch (IOException e) {
      throw new IllegalStateException("an event in memory could not be read", e);
    }
  }
}
