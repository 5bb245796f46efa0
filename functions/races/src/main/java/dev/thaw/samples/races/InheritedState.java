package dev.thaw.samples.races;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import java.util.Map;

/** State in a field of a class above the handler. */
public class InheritedState extends RequestState
    implements RequestHandler<Map<String, String>, String> {
  @Override
  public String handleRequest(Map<String, String> event, Context context) {
    begin(event.get("user"));
    return "hello " + user();
  }
}
