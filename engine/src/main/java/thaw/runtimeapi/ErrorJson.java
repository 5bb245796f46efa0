package thaw.runtimeapi;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.nio.charset.StandardCharsets;

/** JSON text of an error as the runtime client would have written it. */
public final class ErrorJson {
  private ErrorJson() {}

  public static byte[] of(String type, String message) {
    StringBuilder json = new StringBuilder("{\"errorType\":\"");
    JsonStringEncoder.getInstance().quoteAsString(type, json);
    json.append("\",\"errorMessage\":\"");
    JsonStringEncoder.getInstance().quoteAsString(message, json);
    return json.append("\"}").toString().getBytes(StandardCharsets.UTF_8);
  }
}
