package dev.thaw.samples.races.safe;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import java.util.List;
import java.util.Map;

/** Nothing changes after the handler was made. */
public class Immutable implements RequestHandler<Map<String, String>, String> {
  private final List<String> greetings = List.of("hello ", "good day ");

  @Override
  public String handleRequest(Map<String, String> event, Context context) {
    String user = event.get("user");
    return greetings.get(user.length() % 2) + user;
  }
}
