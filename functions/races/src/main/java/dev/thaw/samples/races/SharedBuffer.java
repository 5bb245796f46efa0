package dev.thaw.samples.races;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import java.util.Map;

/** A text that each request builds in the same builder. */
public class SharedBuffer implements RequestHandler<Map<String, String>, String> {
  private final StringBuilder text = new StringBuilder();

  @Override
  public String handleRequest(Map<String, String> event, Context context) {
    text.setLength(0);
    text.append("hello ").append(event.get("user"));
    return text.toString();
  }
}
