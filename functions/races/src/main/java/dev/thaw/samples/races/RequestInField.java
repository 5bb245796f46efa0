package dev.thaw.samples.races;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import java.util.Map;

/** The request is kept in a field while it is handled. */
public class RequestInField implements RequestHandler<Map<String, String>, String> {
  private String user;

  @Override
  public String handleRequest(Map<String, String> event, Context context) {
    user = event.get("user");
    return greeting();
  }

  private String greeting() {
    return "hello " + user;
  }
}
