package dev.thaw.samples.apis;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** Answers with its event, byte by byte as it came. */
public final class Echo implements RequestStreamHandler {
  @Override
  public void handleRequest(InputStream in, OutputStream out, Context context) throws IOException {
    String event = new String(in.readAllBytes(), StandardCharsets.UTF_8);
    String answer =
        "{\"statusCode\":200,\"headers\":{\"content-type\":\"application/json\"},\"body\":"
            + quoted(event)
            + "}";
    out.write(answer.getBytes(StandardCharsets.UTF_8));
  }

  private static String quoted(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    for (char character : text.toCharArray()) {
      if (character == '"' || character == '\\') {
        quoted.append('\\').append(character);
      } else if (character < ' ') {
        quoted.append(String.format("\\u%04x", (int) character));
      } else {
        quoted.append(character);
      }
    }
    return quoted.append('"').toString();
  }
}
